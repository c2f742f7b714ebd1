import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// The worked example: two clips that overlap for a second, ducked music, a commentary, a title.
@Suite struct TalkTests {
  private let folder: TemporaryFolder
  private let document: String

  init() throws {
    folder = try TemporaryFolder()
    try TestPicture.writeMovie(
      of: Color(red: 200, green: 40, blue: 40), frames: 300, to: folder.path("a.mp4"),
      size: PixelSize(width: 320, height: 180))
    try TestPicture.writeMovie(
      of: Color(red: 40, green: 80, blue: 200), frames: 300, to: folder.path("b.mp4"),
      size: PixelSize(width: 320, height: 180))
    let half = TestSound.constant(0.5, count: 15 * 48000)
    try TestSound.write([half, half], to: folder.path("music.wav"), rate: 48000)
    let click = TestSound.clicks(at: [0, 1000], count: 96000)
    try TestSound.write([click], to: folder.path("voice.wav"), rate: 48000)
    document = try folder.document(
      """
      timeline: 1
      canvas: { size: 320x180, rate: 30 }
      tracks:
        - { id: A, kind: video, segments: [ { clip: a.mp4, source: 0s..8s } ] }
        - { id: B, kind: video, segments: [ { gap: 7s }, { clip: b.mp4, source: 0s..8s } ] }
        - { id: music, kind: audio, segments: [ music.wav ] }
        - { id: commentary, kind: audio, segments: [ { gap: 11s }, voice.wav ] }
      instructions:
        - { over: 0s..7s, layers: [ A ] }
        - over: 7s..8s
          layers: [ { track: A, opacity: { from: 1, to: 0 } }, B ]
        - { over: 8s..15s, layers: [ B ] }
      mix:
        - { track: music, volume: [ { at: 0s, set: 1 }, { over: 10s..11s, from: 1, to: 0.2 } ] }
      titles:
        - { text: Magic, over: 2s..5s, opacity: { from: 0, to: 1, over: 0s..1s } }

      """)
  }

  /// Shows ANI-22, ARC-18.
  @Test func picture() throws {
    let result = try Program.run("frames", document, "--at", "3s", "6.5s", "7.5s", "8s", "-o", folder.url.path)
    #expect(result.status == 0, "\(result.errors)")
    let (title, a, middle, b) = (try pixel(90), try pixel(195), try pixel(225), try pixel(240))
    for channel in 0..<3 {
      #expect(abs(Double(middle[channel]) - (Double(a[channel]) + Double(b[channel])) / 2) <= 2)
    }
    #expect(title == a, "away from the letters nothing changes")
    #expect(try brightest(90) > 240)
    #expect(try brightest(195) < 100)
    let names = Set(result.output.split(separator: "\n").map(String.init))
    #expect(names.count == 4)
  }

  /// A pixel of the lower left of a frame, as red, green and blue.
  private func pixel(_ frame: Int) throws -> [UInt8] { Array(try pixels(frame)[170 * 320 + 10]) }

  /// The least of red, green and blue, where that is greatest: only letters are white.
  private func brightest(_ frame: Int) throws -> UInt8 { try pixels(frame).compactMap { $0.min() }.max() ?? 0 }

  private func pixels(_ frame: Int) throws -> [ArraySlice<UInt8>] {
    let path = folder.path("edit-\(frame).png")
    guard case .found(let facts) = MediaProbe.probe(path: path, depth: .precise), let video = facts.video else {
      return []
    }
    let picture = try FrameConverter.convert(FrameReader(path: path, facts: video).frame(0), to: "rgb24")
    return picture.withPlane(0) { bytes, stride in
      (0..<180).flatMap { row in (0..<320).map { Array(bytes)[row * stride + 3 * $0..<row * stride + 3 * $0 + 3] } }
    }
  }

  /// Shows VID-30, ANI-22, AUD-09.
  @Test func sound() throws {
    let result = try Program.run(
      "render", document, "-o", folder.path("out.mov"), "--preset", "prores", "--scale", "1/4")
    #expect(result.status == 0, "\(result.errors)")
    guard case .found(let facts) = MediaProbe.probe(path: folder.path("out.mov"), depth: .precise) else {
      Issue.record("unreadable")
      return
    }
    #expect(facts.streams.map(\.medium) == ["video", "audio"])
    #expect(facts.videoEnd == Rational(15) && facts.audioEnd == Rational(15))
    let sound = try SoundReader(path: folder.path("out.mov"), facts: try #require(facts.audio))
    func gain(_ sample: Int64) throws -> Double { Double(try sound.read(from: sample, count: 1)[0][0]) / 0.5 }
    #expect(abs(try gain(0) - 1) < 0.001)
    #expect(abs(try gain(10 * 48000) - 1) < 0.001)
    #expect(abs(try gain(10 * 48000 + 24000) - 0.6) < 0.001)
    #expect(abs(try gain(11 * 48000 - 1) - 0.2) < 0.001)
    #expect(abs(try gain(11 * 48000 + 500) - 0.2) < 0.001)
    let voice = try sound.read(from: 11 * 48000 - 2, count: 1005)[0].map { $0 > 0.6 }
    #expect(voice.enumerated().filter(\.element).map(\.offset) == [2, 1002], "the commentary starts on its sample")
  }
}
