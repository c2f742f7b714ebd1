import Foundation
import Media
import Planner
import Renderer
import Store
import TestSupport
import Testing
import TimelineModel

/// A programme is as loud as it is to be, in the eyes of FFmpeg's meter.
@Suite struct LoudnessTests {
  private let studio: Studio
  init() throws { studio = try Studio() }

  struct Measured {
    var integrated: Double
    var truePeak: Double
  }

  private func measure(_ path: String) throws -> Measured {
    let filter = "ebur128=peak=true:framelog=verbose"
    // What it measured is told among its complaints.
    let text = try CommandLineTool.run(
      "sh", ["-c", "ffmpeg -nostdin -hide_banner -i '\(path)' -af '\(filter)' -f null - 2>&1"])
    let loudness = try #require(text.matches(of: /I:\s+(-?[0-9.]+) LUFS/).last)
    let peak = try #require(text.matches(of: /Peak:\s+(-?[0-9.]+) dBFS/).last)
    return Measured(integrated: Double(loudness.1)!, truePeak: Double(peak.1)!)
  }

  /// Phrases of very different loudness over a hiss.
  private func speech(rate: Int, channels: Int, seconds: Int, level: Double) -> [[Float]] {
    var dice = Dice()
    let hiss = (0..<rate).map { _ in Double.random(in: -0.01...0.01, using: &dice) }
    return (0..<channels).map { channel in
      (0..<rate * seconds).map { n in
        let t = Double(n) / Double(rate)
        let phrase = t.truncatingRemainder(dividingBy: 1.5) < 1 ? 0.2 + 0.8 * abs(sin(3 * t)) : 0.02
        let tone = sin(2 * .pi * (180 + 20 * Double(channel)) * t) + 0.6 * sin(2 * .pi * 1730 * t)
        return Float(level * (phrase * tone * 0.6 + hiss[n % rate]))
      }
    }
  }

  private func programme(_ target: LoudnessTarget, rate: Int, channels: Int) -> Composition {
    var result = composition([gap(0.s, 3.s)], end: 3.s)
    result.canvas.sampleRate = rate
    result.canvas.channels = channels
    let mapping = TimeMapping(source: SourceRange(start: .zero, duration: 3.s), target: range(0.s, 3.s))
    result.audioTracks = [
      AudioTrack(
        id: "a",
        segments: [AudioSegment(content: .sound(MediaReference("a.wav"), mapping), range: range(0.s, 3.s))])
    ]
    result.mastering.loudness = target
    result.output.video = nil
    result.output.container = .wav
    result.output.audio = AudioSettings(encoder: "pcm_f32le")
    return result
  }

  @Test(arguments: [
    (48000, 2, 0.1, -14.0, -1.0), (44100, 1, 0.3, -23, -3), (32000, 6, 0.1, -20, -1), (48000, 2, 0.4, -11, -1),
  ])
  func isAsLoudAsItIsToBe(rate: Int, channels: Int, level: Double, target: Double, truePeak: Double) throws {
    try studio.addSound(
      "a.wav", speech(rate: rate, channels: channels, seconds: 3, level: level), rate: rate)
    let report = try studio.session(
      programme(LoudnessTarget(integrated: target, truePeak: truePeak), rate: rate, channels: channels), "out.wav"
    ).run()
    let measured = try measure(studio.folder.path("out.wav"))
    #expect(abs(measured.integrated - target) <= 0.1)
    #expect(measured.truePeak <= truePeak + 0.05)
    #expect(report.level?.reached.map { abs($0 - measured.integrated) <= 0.1 } == true)
    let before = try measure(studio.folder.path("a.wav"))
    #expect(report.level?.measured.map { abs($0 - before.integrated) <= 0.1 } == true)
  }

  @Test func whatCannotBeReachedIsSaid() throws {
    var clicks = [[Float]](repeating: TestSound.tone(300, count: 144_000, level: 0.01), count: 2)
    for channel in 0..<2 { for place in stride(from: 0, to: 144_000, by: 48000) { clicks[channel][place] = 0.9 } }
    try studio.addSound("a.wav", clicks)
    let report = try studio.session(
      programme(LoudnessTarget(integrated: -1, truePeak: -6), rate: 48000, channels: 2), "out.wav"
    ).run()
    let measured = try measure(studio.folder.path("out.wav"))
    #expect(measured.truePeak <= -5.95)
    #expect(report.level?.reached.map { $0 < -2 && abs($0 - measured.integrated) <= 0.2 } == true)
  }

  @Test func silenceStaysSilent() throws {
    try studio.addSound("a.wav", [[Float]](repeating: TestSound.constant(0, count: 144_000), count: 2))
    let report = try studio.session(
      programme(LoudnessTarget(integrated: -14, truePeak: -1), rate: 48000, channels: 2), "out.wav"
    ).run()
    #expect(report.level?.gain == 1 && report.level?.measured == nil)
  }

  /// The store keeps what was measured, and does not ask for the media again.
  @Test func isMeasuredOnce() throws {
    try studio.addSound("a.wav", speech(rate: 48000, channels: 2, seconds: 3, level: 0.1))
    let store = ArtifactStore(folder: studio.folder.path("store"))
    func level(_ target: Double) throws -> LoudnessLevel? {
      let composed = programme(LoudnessTarget(integrated: target, truePeak: -1), rate: 48000, channels: 2)
      return try SoundPieces(
        composed, folder: studio.media, job: SoundJob(samples: 0..<144_000), store: (store, { $0.path })
      ).level
    }
    let first = try level(-14)
    #expect(first?.measured != nil)
    try FileManager.default.removeItem(atPath: studio.folder.path("a.wav"))
    #expect(try level(-14) == first)
    #expect(throws: RenderFailure.self) { try level(-15) }
  }
}

/// A small generator whose numbers are the same on every run.
private struct Dice: RandomNumberGenerator {
  var state: UInt64 = 7
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
