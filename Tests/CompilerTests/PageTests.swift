import Compiler
import Diagnostics
import Foundation
import Testing
import TimelineModel

/// The examples of every page run: what is bad is found at its mark, what is good passes.
@Suite struct PageTests {
  /// What the examples of a page refer to.
  static func catalog(for page: DiagnosticPage) -> MediaCatalog {
    var catalog = MediaCatalog(media: [
      MediaReference("nowhere/cat.mov"): .missing,
      MediaReference("nowhere/new.mov"): .notLocked,
      MediaReference("nowhere/other.mov"): .changedSinceLock,
      MediaReference("https://example.org/cat.mov"): .networkNotAllowed,
      MediaReference("../private.mov"): .outsideRoot("edits"),
      MediaReference("torn.mov"): .unreadable("moov atom not found"),
    ])
    let text = FontText("Nothing at \u{10FFFD}", fonts: ["DejaVu Sans"])
    catalog.glyphs[text] = GlyphFinding(missing: ["\u{10FFFD}"])
    catalog.fonts["Ghost Sans"] = .missing(known: ["DejaVu Sans"])
    catalog.encoders["libghost"] = .missing(known: ["libx264"])
    let harbour = FontText("Harbour", fonts: ["DejaVu Sans"])
    catalog.glyphs[harbour] = GlyphFinding(missing: [], size: Point(x: 4, y: 1.2))
    catalog.media.merge(MediaCatalog(lines: page.media).media) { $1 }
    return catalog
  }

  @Test(arguments: compilerPages.filter { !$0.bad.isEmpty }.map(\.id.name))
  func findsWhatIsBad(id: String) throws {
    let page = try page(id)
    for example in page.bad {
      let marked = Marked(example)
      let range = try #require(marked.range)
      let found = try compile(marked.text, for: page).diagnostics
      #expect(found.contains { $0.id.name == id && $0.span?.range == range }, "\(found)")
      #expect(found.allSatisfy { $0.id.name == id || $0.severity != .error }, "\(found)")
    }
  }

  @Test(arguments: compilerPages.filter { !$0.good.isEmpty }.map(\.id.name))
  func acceptsWhatIsGood(id: String) throws {
    let page = try page(id)
    for example in page.good {
      let found = try compile(example, for: page).diagnostics
      #expect(found.isEmpty, "\(found)")
    }
  }

  private func page(_ id: String) throws -> DiagnosticPage {
    try #require(compilerPages.first { $0.id.name == id })
  }

  @Test func namesAreUniqueAndHyphenated() {
    let names = compilerPages.map(\.id.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil })
  }
}
