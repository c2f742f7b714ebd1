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
    let target = RenderTarget(canvas: composition.canvas.size, settings: composition.output.video!, scale: .one)
    return FrameRenderer(
      PicturePlan(composition, catalog: document.catalog, target: target, level: .full),
      folder: MediaFolder(root: document.folder, catalog: document.catalog))
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
      let folder = MediaFolder(root: document.folder, catalog: document.catalog)
      return try SoundMixer(composition, folder: folder).mix(96000)
    }
    #expect(mixed[0] == mixed[1])
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
