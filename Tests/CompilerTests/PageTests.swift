import Compiler
import CutlistKit
import Diagnostics
import Foundation
import Planner
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
    let anything = OptionFacts(kind: .other, minimum: 0, maximum: 0, named: [], help: "")
    for (encoder, codec) in [("libx264", "h264"), ("libx265", "hevc"), ("ffv1", "ffv1")]
    where page.id.isReason {
      let options = ["crf": anything, "profile": anything, "level": anything]
      catalog.encoders[encoder] = .found(
        EncoderFacts(name: encoder, codec: codec, isVideo: true, options: options))
    }
    catalog.encoders["aac"] = .found(
      EncoderFacts(
        name: "aac", codec: "aac", isVideo: false, options: [:],
        sampleRates: [32000, 44100, 48000, 64000, 88200, 96000]))
    return catalog
  }

  /// Those whose examples are documents.
  static let pages = compilerPages + plannerPages

  @Test(arguments: pages.filter { !$0.bad.isEmpty }.map(\.id.name))
  func findsWhatIsBad(id: String) throws {
    let page = try page(id)
    for example in page.bad {
      let marked = Marked(example)
      let range = try #require(marked.range)
      let found = try findings(in: compile(marked.text, for: page), for: page)
      #expect(found.contains { $0.id.name == id && $0.span?.range == range }, "\(found)")
      // What follows from it is not an error; and a plan has one reason for each frame.
      #expect(found.allSatisfy { $0.id.name == id || $0.severity != .error && !$0.id.isReason }, "\(found)")
    }
  }

  @Test(arguments: pages.filter { !$0.good.isEmpty }.map(\.id.name))
  func acceptsWhatIsGood(id: String) throws {
    let page = try page(id)
    for example in page.good {
      let compiled = try compile(example, for: page)
      #expect(compiled.diagnostics.isEmpty, "\(compiled.diagnostics)")
      guard page.id.isReason else { continue }
      let report = try PagePlan(#require(compiled.composition), for: page).report
      #expect(report.encodedFrames == 0 && report.copiedFrames > 0, "\(report.remarks)")
    }
  }

  @Test func everyPageShowsWhatItIsAbout() {
    let bare = ListedRule.all.map(\.page).filter { $0.bad.isEmpty && $0.session == nil }.map(\.id)
    // Takes a file that changes at the right moment.
    #expect(bare == ["source-changed-since-check"])
  }

  private func page(_ id: String) throws -> DiagnosticPage {
    try #require(Self.pages.first { $0.id.name == id })
  }

  @Test func namesAreUniqueAndHyphenated() {
    let names = ListedRule.all.map(\.page.id.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil })
  }
}
