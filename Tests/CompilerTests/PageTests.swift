import Compiler
import Diagnostics
import Foundation
import Testing
import TimelineModel

/// The examples of every page run: what is bad is found at its mark, what is good passes.
@Suite struct PageTests {
  static let catalog = {
    var catalog = MediaCatalog(media: [
      MediaReference("nowhere/cat.mov"): .missing,
      MediaReference("nowhere/new.mov"): .notLocked,
      MediaReference("nowhere/other.mov"): .changedSinceLock,
      MediaReference("https://example.org/cat.mov"): .networkNotAllowed,
    ])
    let text = FontText("Nothing at \u{10FFFD}", fonts: ["DejaVu Sans"])
    catalog.glyphs[text] = GlyphFinding(missing: ["\u{10FFFD}"])
    return catalog
  }()

  @Test(arguments: compilerPages.flatMap { page in page.bad.map { (page.id.name, $0) } })
  func findsWhatIsBad(id: String, example: String) throws {
    let marked = Marked(example)
    let range = try #require(marked.range)
    let found = compile(marked.text, catalog: Self.catalog).diagnostics
    #expect(found.contains { $0.id.name == id && $0.span?.range == range }, "\(found)")
    #expect(found.allSatisfy { $0.id.name == id || $0.severity != .error }, "\(found)")
  }

  @Test(arguments: compilerPages.flatMap { page in page.good.map { (page.id.name, $0) } })
  func acceptsWhatIsGood(id: String, example: String) {
    #expect(compile(example).diagnostics.isEmpty)
  }

  @Test func namesAreUniqueAndHyphenated() {
    let names = compilerPages.map(\.id.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil })
  }
}
