import Compiler
import CutlistKit
import Foundation
import Media
import Planner
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Times that have to be found out before a frame can be chosen come to the right frame.
@Suite struct FrameAccuracyTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    var movie = BarcodeMovie()
    movie.size = PixelSize(width: 96, height: 54)
    movie.container = .mov
    try movie.write(to: folder.path("bare.mov"))
    // A tape whose timecode passes midnight after its first second.
    try CommandLineTool.ffmpeg(
      "-i", folder.path("bare.mov"), "-c", "copy", "-timecode", "23:59:59:00", folder.path("tape.mov"))
  }

  private func load(_ text: String) throws -> LoadedDocument {
    try text.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    return try DocumentLoader().load(folder.path("edit.yaml"))
  }

  private func shown(_ text: String) throws -> [Int?] {
    let document = try load(text)
    #expect(document.compilation.diagnostics.isEmpty, "\(document.compilation.diagnostics)")
    let composition = try #require(document.compilation.composition)
    let target = RenderTarget(composition.canvas, settings: composition.output.video!, scale: .one)
    let renderer = FrameRenderer(
      PicturePlan(composition, catalog: document.catalog, target: target, level: .full),
      folder: MediaFolder(root: document.folder, within: nil, catalog: document.catalog))
    return try (0..<composition.frameCount).map { Barcode.read(try renderer.frame($0)) }
  }

  @Test func sourcesInTheirOwnTimecode() throws {
    let shown = try shown(
      """
      timeline: 1
      canvas: { size: 96x54, rate: 25 }
      assets: { said: { file: bare.mov, timecode: "01:00:00:00" } }
      tracks:
        - kind: video
          segments:
            - { clip: tape.mov, source-tc: "23:59:59:20..00:00:00:05" }
            - { clip: tape.mov, source-tc: "00:00:02:15..", reverse: true }
            - { clip: said, source-tc: "01:00:01:03..+2f" }
      """)
    #expect(shown == Array(20..<30) + (90..<100).reversed() + [28, 29])
    guard case .found(let facts) = MediaProbe.probe(path: folder.path("tape.mov"), depth: .header) else { return }
    #expect(facts.timecode?.description == "23:59:59:00")
    guard case .found(let bare) = MediaProbe.probe(path: folder.path("bare.mov"), depth: .header) else { return }
    #expect(bare.timecode == nil)
  }

  @Test func theTimecodeOfATimeline() throws {
    try """
    timeline: 1
    canvas: { size: 96x54, rate: 25, start: "10:00:00:00" }
    tracks: [ { kind: video, segments: [ { clip: bare.mov, source: 1s..3s } ] } ]
    """.write(toFile: folder.path("inner.yaml"), atomically: true, encoding: .utf8)
    let shown = try shown(
      """
      timeline: 1
      canvas: { size: 96x54, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: inner.yaml, source-tc: "10:00:01:00..+3f" } ] } ]
      """)
    #expect(shown == [50, 51, 52])
  }

  /// Written lengths of 10.4, 10.4 and 9.9 frames: the cuts lie at 10, 21 and 31.
  @Test func cutsMoveToTheNearestFrames() throws {
    let segments = ["0s..416ms", "1s..1416ms", "2s..2396ms"].map { "{ clip: bare.mov, source: \($0) }" }
    let text = """
      timeline: 1
      canvas: { size: 96x54, rate: 25, snap: nearest }
      tracks: [ { kind: video, segments: [ \(segments.joined(separator: ", ")) ] } ]
      """
    #expect(try shown(text) == Array(0..<10) + Array(25..<36) + Array(50..<60))
    let moves = try load(text).compilation.moves
    #expect(moves.map(\.to) == [Rational(10, 25), Rational(21, 25), Rational(31, 25)])
    #expect(moves.map(\.from) == [Rational(416, 1000), Rational(832, 1000), Rational(1228, 1000)])
  }
}
