import Foundation
import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Where samples lie and how loud they are.
@Suite struct SoundTests {
  private let studio: Studio
  init() throws { studio = try Studio() }

  private func sound(
    _ name: String, _ start: Rational, _ end: Rational, from source: Rational = .zero, sourceLength: Rational? = nil,
    volume: Curve<Double> = Curve(1), fade: Fade = .none, in crossfadeIn: Crossfade? = nil,
    out crossfadeOut: Crossfade? = nil
  ) -> AudioSegment {
    let target = range(start, end)
    let mapping = TimeMapping(
      source: SourceRange(start: SourceTime(source), duration: sourceLength ?? target.duration), target: target)
    return AudioSegment(
      content: .sound(MediaReference(name), mapping), range: target, volume: volume, fade: fade,
      crossfadeIn: crossfadeIn, crossfadeOut: crossfadeOut)
  }

  private func heard(_ tracks: [AudioTrack], end: Rational) -> Composition {
    var result = composition([gap(0.s, end)], end: end)
    result.audioTracks = tracks
    result.output.audio = AudioSettings(encoder: "pcm_f32le")
    return result
  }

  private func mix(_ tracks: [AudioTrack], _ count: Int, block: Int = 7919) throws -> [Float] {
    let mixer = SoundMixer(heard(tracks, end: Rational(Int64(count), 48000)), folder: studio.media)
    var samples: [Float] = []
    while samples.count < count { samples += try mixer.mix(min(block, count - samples.count))[0] }
    return samples
  }

  /// Shows AUD-03.
  @Test func gainOfOneChangesNoBit() throws {
    let wave = TestSound.sweep(count: 96000)
    try studio.addSound("a.wav", [wave, wave])
    #expect(try mix([AudioTrack(id: "a", segments: [sound("a.wav", 0.s, 2.s)])], 96000) == wave)
  }

  /// Shows CMP-20, AUD-09.
  @Test func segmentsBeginOnTheirSamples() throws {
    try studio.addSound("ramp.wav", [TestSound.ramp(count: 96000), TestSound.ramp(count: 96000)])
    let start = Rational(11, 7)
    let first = 75429  // ⌈11/7 · 48000⌉
    let heard = try mix(
      [AudioTrack(id: "a", segments: [sound("ramp.wav", start, start + seconds(1, 3), from: seconds(1, 10))])], 100_000)
    #expect(heard[first - 1] == 0)
    // The source sample nearest to the mapped time: 4800 + (75429 − 75428.57).
    #expect(heard[first] == Float(4800) / 96000)
    #expect(heard[first + 15999] == Float(20799) / 96000)
    #expect(heard[first + 16000] == 0)
  }

  /// Shows AUD-05, AUD-06, AUD-15.
  @Test func rampsAreExactToTheSample() throws {
    let ones = TestSound.constant(0.5, count: 96000)
    try studio.addSound("one.wav", [ones, ones])
    let volume = Curve(
      1.0, pieces: [CurvePiece(range(seconds(1, 2), seconds(3, 2)), from: 1, to: 0.2)])
    let heard = try mix([AudioTrack(id: "a", segments: [sound("one.wav", 0.s, 2.s)], volume: volume)], 96000)
    func gain(_ sample: Int) -> Double { Double(heard[sample]) / 0.5 }
    for (sample, wanted) in [
      (0, 1.0), (23999, 1), (24000, 1), (36000, 0.75 * 0.8), (48000, 0.6), (60000, 0.4), (72000, 0.2), (95999, 0.2),
    ] {
      let exact = sample < 24000 ? 1 : 1 - 0.8 * min(1, Double(sample - 24000) / 48000)
      #expect(abs(gain(sample) - exact) < 1e-6, "sample \(sample), about \(wanted)")
    }
  }

  /// At a sample and between two. Shows AUD-04.
  @Test(arguments: [(seconds(1, 2), 24000), (seconds(4, 7), 27429)] as [(Rational, Int)])
  func aVolumeThatIsSetChangesAtOnce(time: Rational, first: Int) throws {
    let ones = TestSound.constant(0.5, count: 48000)
    try studio.addSound("one.wav", [ones, ones])
    let volume = Curve(1.0, pieces: [CurvePiece(range(time, time), from: 0.25, to: 0.25)])
    let heard = try mix([AudioTrack(id: "a", segments: [sound("one.wav", 0.s, 1.s)], volume: volume)], 48000)
    #expect(heard[..<first].allSatisfy { $0 == 0.5 } && heard[first...].allSatisfy { $0 == 0.125 })
  }

  /// Each half is a file of its own. AAC's encoder takes some frames to find its feet, but a sample too many or too few at
  /// the joint would put all that follows further off. Shows PLY-24.
  @Test(arguments: [("flac", 1e-4), ("m4a", 2e-3)] as [(String, Float)])
  func twoHalvesJoinedAreTheWhole(kind: String, tolerance: Float) throws {
    let whole = TestSound.tone(1200, count: 96000)
    for (name, half) in [("a", whole[..<48000]), ("b", whole[48000...])] {
      try TestSound.write([Array(half)], to: studio.folder.path("\(name).wav"))
      try CommandLineTool.ffmpeg(
        "-i", studio.folder.path("\(name).wav"), "-b:a", "192k", studio.folder.path("\(name).\(kind)"))
      studio.add("\(name).\(kind)")
    }
    let track = AudioTrack(id: "a", segments: [sound("a.\(kind)", 0.s, 1.s), sound("b.\(kind)", 1.s, 2.s)])
    let heard = try mix([track], 96100)
    #expect(heard[96000...].allSatisfy { $0 == 0 })
    let (joint, apart) = (46000..<52000, Array(4000..<46000) + Array(52000..<94000))
    func worst(_ places: some Sequence<Int>) -> Float { places.map { abs(heard[$0] - whole[$0]) }.max() ?? 0 }
    #expect(worst(apart) < tolerance && worst(joint) < 0.25, "\(worst(apart)), \(worst(joint))")
  }

  /// Shows AUD-01.
  @Test func gainsMultiply() throws {
    let ones = TestSound.constant(0.5, count: 96000)
    try studio.addSound("one.wav", [ones, ones])
    let segment = sound("one.wav", 0.s, 2.s, volume: Curve(0.5), fade: Fade(in: 1.s, out: seconds(1, 2)))
    let heard = try mix(
      [AudioTrack(id: "a", segments: [segment], volume: Curve(0.8), fade: Fade(in: 2.s))], 96000)
    for sample in [0, 1, 12000, 47999, 48000, 71999, 80000, 95999] {
      let t = Double(sample) / 48000
      let wanted = 0.5 * 0.5 * 0.8 * min(1, t) * min(1, (2 - t) / 0.5) * min(1, t / 2)
      #expect(abs(Double(heard[sample]) - wanted) < 1e-6)
    }
  }

  /// More passes than a process may have files open, in one block.
  @Test(arguments: [seconds(48, 4_800_000), seconds(1, 48000), seconds(5, 96000)])
  func loopsMayBeShorterThanASample(pass: Rational) throws {
    let ramp = TestSound.ramp(count: 4800)
    try studio.addSound("loop.wav", [ramp, ramp])
    let mapping = TimeMapping(
      source: SourceRange(start: SourceTime(seconds(1, 20)), duration: pass), target: range(0.s, seconds(1, 4)),
      course: .looped(pass: pass))
    let looped = AudioSegment(content: .sound(MediaReference("loop.wav"), mapping), range: range(0.s, seconds(1, 4)))
    let heard = try mix([AudioTrack(id: "a", segments: [looped])], 12000, block: 6000)
    let longest = Int((pass * Rational(48000)).approximate.rounded(.up))
    #expect(heard.allSatisfy { ramp[2400...2400 + longest].contains($0) })
  }

  /// Shows AUD-12.
  @Test func linearCrossfadesSumToOne() throws {
    let ones = TestSound.constant(0.5, count: 96000)
    try studio.addSound("one.wav", [ones, ones])
    let fade = Crossfade(duration: seconds(1, 3))
    let heard = try mix(
      [
        AudioTrack(
          id: "a",
          segments: [sound("one.wav", 0.s, 1.s, out: fade), sound("one.wav", seconds(2, 3), seconds(5, 3), in: fade)])
      ], 80000)
    #expect(heard.allSatisfy { abs($0 - 0.5) < 1e-6 })
  }

  /// The last passes of a loop begin after the segment that it passes into.
  @Test(arguments: [997, 7919, 48000]) func loopsPassIntoOtherSegments(block: Int) throws {
    let (loop, other) = (TestSound.ramp(count: 4800), TestSound.sweep(count: 48000))
    try studio.addSound("loop.wav", [loop, loop])
    try studio.addSound("other.wav", [other, other])
    let both = Crossfade(duration: seconds(4, 5), shape: .sum)
    let mapping = TimeMapping(
      source: SourceRange(start: .zero, duration: seconds(1, 10)), target: range(0.s, 1.s),
      course: .looped(pass: seconds(1, 10)))
    let looped = AudioSegment(
      content: .sound(MediaReference("loop.wav"), mapping), range: range(0.s, 1.s), volume: Curve(0.25),
      crossfadeOut: both)
    let next = sound("other.wav", seconds(1, 5), seconds(6, 5), volume: Curve(0.25), in: both)
    let heard = try mix([AudioTrack(id: "a", segments: [looped, next])], 57600, block: block)
    for sample in heard.indices {
      let first = sample < 48000 ? loop[sample % 4800] * 0.25 : 0
      let second = sample >= 9600 ? other[sample - 9600] * 0.25 : 0
      guard abs(heard[sample] - (first + second)) > 1e-6 else { continue }
      Issue.record("sample \(sample) is \(heard[sample]), not \(first + second)")
      return
    }
  }

  /// Shows AUD-12.
  @Test func equalPowerCrossfades() throws {
    let ones = TestSound.constant(0.5, count: 96000)
    try studio.addSound("one.wav", [ones, ones])
    let fade = Crossfade(duration: 1.s, shape: .equalPower)
    let heard = try mix(
      [AudioTrack(id: "a", segments: [sound("one.wav", 0.s, 1.s, out: fade), sound("one.wav", 0.s, 1.s, in: fade)])],
      48000)
    #expect(abs(Double(heard[24000]) - 0.5 * 2 * sin(.pi / 4)) < 1e-6)
    #expect(abs(Double(heard[16000]) - 0.5 * (sin(.pi / 6) + cos(.pi / 6))) < 1e-6)
  }

  /// Shows AST-05, AUD-10.
  @Test func tracksAddAndAreHeldToOne() throws {
    let loud = TestSound.constant(0.75, count: 48000)
    try studio.addSound("loud.wav", [loud, loud])
    let tracks = [
      AudioTrack(id: "a", segments: [sound("loud.wav", 0.s, 1.s)]),
      AudioTrack(id: "b", segments: [sound("loud.wav", seconds(1, 2), 1.s)]),
    ]
    let mixer = SoundMixer(heard(tracks, end: 1.s), folder: studio.media)
    let mixed = try mixer.mix(48000)[0]
    #expect(mixed[23999] == 0.75)
    #expect(mixed[24000] == 1)
    #expect(mixer.peak.level == 1.5)
    #expect(mixer.peak.time == TimelineTime(1, 2))
    #expect(mixer.peak.clippedSamples == 48000)
  }

  @Test func blocksDoNotShow() throws {
    let wave = TestSound.sweep(count: 96000)
    try studio.addSound("a.wav", [wave, wave])
    let ramp = Curve(0.0, pieces: [CurvePiece(range(seconds(1, 7), seconds(9, 7)), from: 0, to: 1, ease: .inOut)])
    let tracks = [
      AudioTrack(id: "a", segments: [sound("a.wav", seconds(1, 3), seconds(5, 3), from: seconds(1, 5), volume: ramp)]),
      AudioTrack(id: "b", segments: [sound("a.wav", seconds(1, 3), seconds(2, 3), sourceLength: seconds(1, 2))]),
    ]
    #expect(try mix(tracks, 90000, block: 1000) == mix(tracks, 90000, block: 90000))
  }

  @Test func aHundredShortSegmentsDoNotDrift() throws {
    try studio.addBarcodes("a.mp4") { $0.frames = 60 }
    try studio.addSound("ramp.wav", [TestSound.ramp(count: 96000), TestSound.ramp(count: 96000)])
    let length = seconds(37, 100)
    let starts = (0..<100).map { Rational(Int64($0)) * length }
    var many = composition(starts.map { movie("a.mp4", $0, $0 + length, from: seconds(1, 5)) }, rate: FrameRate(30))
    many.audioTracks = [
      AudioTrack(id: "a", segments: starts.map { sound("ramp.wav", $0, $0 + length, from: seconds(1, 5)) })
    ]
    let last = many.canvas.rate.firstFrame(from: starts[99])!
    let renderer = studio.renderer(many)
    let offset = Rational(last, 30) - starts[99]
    #expect(Barcode.read(try renderer.frame(last)) == FrameRate(25).frame(at: seconds(1, 5) + offset).map(Int.init))
    let mixer = SoundMixer(many, folder: studio.media)
    let first = Int((starts[99] * Rational(48000)).ceiling!)
    let mixed = try mixer.mix(first + 10)[0]
    #expect(mixed[first] == Float(9600) / 96000)
    #expect(mixed[first - 1] == Float(9600 + 17759) / 96000)
  }
}
