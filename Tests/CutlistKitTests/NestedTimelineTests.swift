import Compiler
import CutlistKit
import Diagnostics
import Foundation
import Media
import Planner
import Renderer
import Store
import TestSupport
import Testing
import TimelineModel

/// A timeline plays within another like a movie that was rendered of it.
@Suite struct NestedTimelineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    var movie = BarcodeMovie()
    movie.size = PixelSize(width: 96, height: 54)
    movie.sound = [TestSound.tone(480, count: 192_000)]
    movie.audio = AudioSettings(encoder: "pcm_s16le")
    movie.container = .mov
    try FileManager.default.createDirectory(atPath: folder.path("inner"), withIntermediateDirectories: true)
    try movie.write(to: folder.path("inner/a.mov"))
  }

  private func write(_ text: String, _ name: String) throws {
    try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
  }

  private func load(_ text: String) throws -> LoadedDocument {
    try write(text, "outer.yaml")
    return try DocumentLoader().load(folder.path("outer.yaml"))
  }

  private func renderer(_ document: LoadedDocument) throws -> FrameRenderer {
    #expect(document.compilation.diagnostics.filter { $0.severity > .remark }.isEmpty)
    let composition = try #require(document.compilation.composition)
    let target = RenderTarget(composition.canvas, settings: composition.output.video!, scale: .one)
    return FrameRenderer(
      PicturePlan(composition, catalog: document.catalog, target: target, level: .full),
      folder: MediaFolder(root: document.folder, within: nil, catalog: document.catalog))
  }

  private func graphRenderer(_ document: LoadedDocument) throws -> FrameRenderer {
    let composition = try #require(document.compilation.composition)
    let size = composition.canvas.size
    let target = RenderTarget(canvas: size, size: size, pixelFormat: "yuv444p")
    return FrameRenderer(
      PicturePlan(composition, catalog: document.catalog, target: target, level: .encodeAll),
      folder: MediaFolder(root: document.folder, within: nil, catalog: document.catalog))
  }

  private static let inner = """
    timeline: 1
    canvas: { size: 96x54, rate: 25 }
    tracks:
      - kind: av
        segments: [ { clip: a.mov, source: 1s..2s }, { clip: a.mov, source: 3s..4s, volume: 0.5 } ]
    """

  /// Shows AST-02, CMP-28.
  @Test func showsItsFramesAtAnyRate() throws {
    try write(NestedTimelineTests.inner, "inner/inner.yaml")
    let document = try load(
      """
      timeline: 1
      canvas: { size: 96x54, rate: 50 }
      tracks:
        - { kind: av, segments: [ inner/inner.yaml, { clip: inner/inner.yaml, source: 1s..2s, reverse: true } ] }
      """)
    let renderer = try renderer(document)
    func shown(_ frame: Int64) -> Int { Int(frame < 25 ? 25 + frame : 50 + frame) }
    #expect(try (0..<100).map { Barcode.read(try renderer.frame($0)) } == (0..<100).map { shown($0 / 2) })
    #expect(try (100..<150).map { Barcode.read(try renderer.frame($0)) } == (0..<50).map { shown((99 - $0) / 2) })
    #expect(document.dependencies.contains { $0.hasSuffix("inner/a.mov") })
  }

  /// Shows AST-02, CMP-28.
  @Test func soundsLikeWhatItPlays() throws {
    try write(NestedTimelineTests.inner, "inner/inner.yaml")
    let nested = try load(
      "timeline: 1\ncanvas: { size: 96x54, rate: 25 }\ntracks: [ { kind: av, segments: [ inner/inner.yaml ] } ]\n")
    try write(NestedTimelineTests.inner.replacing("a.mov", with: "inner/a.mov"), "direct.yaml")
    let direct = try DocumentLoader().load(folder.path("direct.yaml"))
    let mixed = try [nested, direct].map { document in
      let composition = try #require(document.compilation.composition)
      let folder = MediaFolder(root: document.folder, within: nil, catalog: document.catalog)
      return try SoundMixer(composition, folder: folder).mix(96000)
    }
    #expect(mixed[0] == mixed[1])
  }

  /// What is transparent in it shows what lies behind it, as if its layers lay there themselves.
  @Test(
    arguments: ["transparent", "\"#2040c080\""],
    [
      """
        - { kind: video, segments: [ { clip: { color: lime }, duration: 1s, scale: 0.4, position: [30%, 40%], rotate: 20 } ] }
        - kind: video
          segments:
            - { clip: { color: red }, duration: 1s, scale: 0.5, opacity: { from: 0.2, to: 1 } }
      """,
      """
        - kind: video
          segments:
            - { clip: { color: lime }, duration: 1s, scale: 0.6 }
            - { clip: { color: red }, duration: 520ms, scale: [0.3, 0.9], transition: { xfade: 520ms, kind: circleopen } }
      """,
      """
        - kind: video
          segments:
            - { clip: { color: lime }, duration: 1s, scale: 0.6, rotate: 10 }
            - { clip: { color: red }, duration: 520ms, scale: 0.5, transition: { wipe: 520ms, soft: 0.3 } }
      """,
    ])
  func liesOverWhatIsBehindIt(background: String, layers: String) throws {
    let title = "titles: [ { text: Abc, over: 0s..1s, position: [60%, 70%], style: { size: 30%, color: white } } ]"
    let canvas = "timeline: 1\ncanvas: { size: 96x54, rate: 25"
    try write("\(canvas), background: \(background) }\ntracks:\n\(layers)\n\(title)\n", "inner/inner.yaml")
    let behind = "  - { kind: video, segments: [ { clip: inner/a.mov, source: 1s..2s } ] }\n"
    let nested = try load(
      "\(canvas) }\ntracks:\n  - { kind: video, segments: [ inner/inner.yaml ] }\n\(behind)")
    let backdrop = "  - { kind: video, segments: [ { clip: { color: \(background) }, duration: 1s } ] }\n"
    try write("\(canvas) }\ntracks:\n\(layers)\n\(backdrop)\(behind)\(title)\n", "direct.yaml")
    let direct = try DocumentLoader().load(folder.path("direct.yaml"))
    // With a chroma sample for every pixel, since edges within one count apart in each timeline.
    let renderers = (try graphRenderer(nested), try graphRenderer(direct))
    for frame in [Int64(0), 12, 24] {
      let (one, two) = (try renderers.0.frame(frame), try renderers.1.frame(frame))
      for plane in 0..<3 {
        let differences = one.differences(from: two, plane: plane)
        #expect(differences.allSatisfy { $0 <= 3 }, "frame \(frame), plane \(plane): \(differences.max() ?? 0)")
      }
    }
  }

  /// The timecode of its first frame leaves numbers out where its `start` does.
  @Test func countsFromItsStart() throws {
    try write(
      """
      timeline: 1
      canvas: { size: 96x54, rate: 30000/1001, start: 00:00:59;25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 40f } ] } ]
      """, "inner/drop.yaml")
    let document = try load(
      """
      timeline: 1
      canvas: { size: 96x54, rate: 30000/1001 }
      tracks: [ { kind: video, segments: [ { clip: inner/drop.yaml, source-tc: 00:01:00;02..+10f } ] } ]
      """)
    #expect(document.compilation.diagnostics.isEmpty, "\(document.compilation.diagnostics)")
    let segment = try #require(document.compilation.composition?.videoTracks.first?.segments.first)
    guard case .movie(_, let mapping) = segment.content else {
      Issue.record("no movie")
      return
    }
    // Behind ;25 to ;29 comes ;02.
    #expect(mapping.source.start.seconds == Rational(5 * 1001, 30000))
  }

  /// Shows CMP-29.
  @Test func takesValuesForItsParameters() throws {
    try write(
      "timeline: 1\ncanvas: { size: 96x54, rate: 25 }\nparameters: { from: { type: time } }\n"
        + "tracks: [ { kind: video, segments: [ { clip: a.mov, source: \"${from}..+1s\" } ] } ]\n", "inner/cut.yaml")
    let document = try load(
      """
      timeline: 1
      canvas: { size: 96x54, rate: 25 }
      assets:
        one: { timeline: inner/cut.yaml, with: { from: 1s } }
        two: { timeline: inner/cut.yaml, with: { from: 2s } }
      tracks: [ { kind: video, segments: [ one, two ] } ]
      """)
    let renderer = try renderer(document)
    #expect(try [0, 24, 25, 49].map { Barcode.read(try renderer.frame($0)) } == [25, 49, 50, 74])
  }

  /// Shows CMP-29.
  @Test(arguments: [
    ("«lenn»: 200ms", "`inner/cut.yaml` has no parameter `lenn`", "len: 200ms"),
    ("len: «200»", "a bare number is not a time: `200` needs a unit", "len: 200s"),
    (
      "len: 1s, color: «bleu»", "`bleu` is not a colour: write `#rrggbb`, `#rrggbbaa` or a name", "len: 1s, color: blue"
    ),
  ])
  func wrongValuesAreSaidWhereTheyAreGiven(values: String, message: String, mended: String) throws {
    try write(
      "timeline: 1\ncanvas: { size: 96x54, rate: 25 }\n"
        + "parameters: { len: { type: time, default: 1s }, color: { type: color, default: red } }\n"
        + "tracks: [ { kind: video, segments: [ { clip: { color: \"${color}\" }, duration: \"${len}\" } ] } ]\n",
      "inner/cut.yaml")
    func text(_ values: String) -> String {
      "timeline: 1\ntracks: [ { kind: video, segments: [ { clip: { timeline: inner/cut.yaml, with: { \(values) } } } ] } ]\n"
    }
    let marked = text(values)
    let start = marked[..<marked.range(of: "«")!.lowerBound].utf8.count
    let document = try load(marked.replacing("«", with: "").replacing("»", with: ""))
    let found = document.compilation.diagnostics
    #expect(found.map(\.message) == [message])
    let diagnostic = try #require(found.first)
    #expect(diagnostic.span?.file == document.compilation.source.id && diagnostic.span?.range.lowerBound == start)
    let edit = try #require(diagnostic.fixIts.first?.edits.first)
    var bytes = Array(document.compilation.source.text.utf8)
    bytes.replaceSubrange(edit.span.range, with: Array(edit.replacement.utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == text(mended))
    #expect(try load(text(mended)).compilation.diagnostics.isEmpty)
  }

  /// Shows AST-07.
  @Test func whatIsWrongWithinIsSaidWhereItIs() throws {
    try write("timeline: 1\ntracks: [ { kind: video, segmnts: [ a.mov ] } ]\n", "inner/inner.yaml")
    let broken = try load("timeline: 1\ntracks: [ { kind: video, segments: [ inner/inner.yaml ] } ]\n")
    let places = broken.compilation.diagnostics.map { broken.sources.place(of: $0.span) ?? "" }
    #expect(places.contains { $0.hasSuffix("outer.yaml:2:38") })
    #expect(places.contains { $0.hasSuffix("inner/inner.yaml:2:26") })
    try write("timeline: 1\ntracks: [ { kind: video, segments: [ ../outer.yaml ] } ]\n", "inner/inner.yaml")
    let circle = try load("timeline: 1\ntracks: [ { kind: video, segments: [ inner/inner.yaml ] } ]\n")
    #expect(circle.compilation.diagnostics.contains { $0.message.contains("it plays itself") })
  }
}

extension VideoFrame {
  /// Between the samples of two frames of one size, which are yuv444p.
  fileprivate func differences(from other: VideoFrame, plane: Int) -> [Int] {
    withPlane(plane) { own, stride in
      other.withPlane(plane) { others, otherStride in
        (0..<size.height).flatMap { y in
          (0..<size.width).map { x in abs(Int(own[y * stride + x]) - Int(others[y * otherStride + x])) }
        }
      }
    }
  }
}
