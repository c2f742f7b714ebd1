import Compiler
import Diagnostics
import Foundation
import Testing
import TimelineModel

/// Filters of pictures are tried on what they are for.
@Suite struct PictureFilterTests {
  private static let crop = FilterCall("crop", [.init("w", "100"), .init("h", "100")])

  private func catalog() -> MediaCatalog {
    var catalog = MediaCatalog(
      lines: """
        a.mov  20 s  320x180  25 fps
        turned.mov  20 s  320x180  25 fps  rotated 90
        """)
    let side = OptionFacts(kind: .text, minimum: 0, maximum: 0, named: [], help: "a side")
    catalog.filters["crop"] = .found(FilterFacts(name: "crop", order: ["w", "h"], options: ["w": side, "h": side]))
    return catalog
  }

  private func text(_ canvas: String, onSegment: String = "", onTrack: String = "", onAll: String = "") -> String {
    """
    timeline: 1
    canvas: { \(canvas)rate: 25 }
    effects: [ \(onAll) ]
    tracks:
      - kind: video
        effects: [ \(onTrack) ]
        segments:
          - { clip: a.mov, source: 0s..1s, effects: [ \(onSegment) ] }
          - { clip: turned.mov, source: 0s..1s, effects: [ \(onSegment) ] }
          - { clip: { color: red }, duration: 1s, effects: [ \(onSegment) ] }

    """
  }

  @Test func areTriedAtTheSizeOfWhatTheyAreFor() throws {
    let filter = "{ filter: \"crop=100:100\" }"
    func sizes(_ text: String, _ catalog: MediaCatalog) -> Set<PixelSize?> {
      let uses = ParsedDocument(SourceFile(name: "edit.yaml", text: text)).filterUses(catalog)
      #expect(uses.allSatisfy { $0.call == Self.crop })
      return Set(uses.map(\.size))
    }
    let (small, tall) = (PixelSize(width: 320, height: 180), PixelSize(width: 180, height: 320))
    let canvas = PixelSize(width: 640, height: 360)
    let known = catalog()
    #expect(sizes(text("size: 640x360, ", onSegment: filter), known) == [small, tall, canvas])
    #expect(sizes(text("size: 640x360, ", onTrack: filter), known) == [canvas])
    #expect(sizes(text("", onAll: filter), known) == [small])
    var unknown = known
    unknown.media = [:]
    #expect(sizes(text("", onAll: filter), unknown) == [nil])
    #expect(sizes(text("size: 640x360, ", onSegment: filter), unknown) == [nil, canvas])
  }

  @Test func whatFailsAtOneSizeIsSaidThere() throws {
    var catalog = catalog()
    catalog.filterTrials[FilterUse(Self.crop, on: PixelSize(width: 180, height: 320))] = .fails("it is too narrow")
    let marked = text("size: 640x360, ", onSegment: "{ filter: \"crop=100:100\" }")
    let found = compile(marked, catalog: catalog).diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.message) == ["`crop` cannot be used so: it is too narrow"])
    let line = marked.split(separator: "\n", omittingEmptySubsequences: false)[8]
    #expect(line.contains("turned.mov"))
    let start = marked.range(of: "turned.mov")!.lowerBound
    #expect(found[0].span!.range.lowerBound > marked[..<start].utf8.count)
  }

  /// As FFmpeg has it: a value without a name is for the option behind that of the value before it.
  @Test(arguments: [("crop=1:2", ["w=1", "h=2"]), ("crop=w=1:2", ["w=1", "h=2"])])
  func valuesWithoutNamesFindTheirOptions(filter: String, options: [String]) throws {
    let source = SourceFile(name: "edit.yaml", text: text("", onAll: "{ filter: \"\(filter)\" }"))
    let call = try #require(ParsedDocument(source).filterUses(catalog()).first?.call)
    #expect(call.options.map { "\($0.key)=\($0.value)" } == options)
  }

  /// A value that no option is left for is an error, and nothing is tried with it.
  @Test func valuesThatAreTooManyAreNotTried() {
    let source = SourceFile(name: "edit.yaml", text: text("", onAll: "{ filter: \"crop=h=2:3\" }"))
    #expect(ParsedDocument(source).filterUses(catalog()).isEmpty)
  }
}
