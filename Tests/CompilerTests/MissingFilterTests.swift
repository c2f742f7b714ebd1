import Compiler
import Diagnostics
import Testing
import TimelineModel

@Suite struct MissingFilterTests {
  /// Shows VID-20.
  @Test func isSaidBeforeAnythingIsRendered() {
    var catalog = MediaCatalog()
    catalog.missingFilters = ["perspective"]
    let text = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    #expect(compile(text, catalog: catalog).diagnostics.map(\.id) == ["missing-filter"])
    #expect(compile(text).diagnostics.isEmpty)
  }
}
