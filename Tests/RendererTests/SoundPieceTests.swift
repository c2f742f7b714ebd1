import Foundation
import Media
import Planner
import Renderer
import Store
import Synchronization
import TestSupport
import Testing
import TimelineModel

/// Sound that is encoded in pieces: one stream, whoever made them and in whatever order.
@Suite struct SoundPieceTests {
  private let studio: Studio
  init() throws { studio = try Studio() }

  private static let rate = 48000

  private func segment(
    _ name: String, _ start: Rational, _ end: Rational, from source: Rational = .zero, sourceLength: Rational? = nil,
    volume: Curve<Double> = Curve(1), fade: Fade = .none
  ) -> AudioSegment {
    let target = range(start, end)
    let mapping = TimeMapping(
      source: SourceRange(start: SourceTime(source), duration: sourceLength ?? target.duration), target: target)
    return AudioSegment(
      content: .sound(MediaReference(name), mapping), range: target, volume: volume, fade: fade)
  }

  private func programme(
    _ segments: [AudioSegment], end: Rational, encoder: String = "pcm_f32le", bitRate: Int? = nil,
    options: [String: String] = [:]
  ) -> Composition {
    var result = composition([gap(0.s, end)], end: end)
    result.audioTracks = [AudioTrack(id: "a", segments: segments)]
    result.output.audio = AudioSettings(encoder: encoder, bitRate: bitRate, options: options)
    return result
  }

  private func pieces(
    _ composition: Composition, _ samples: Range<Int64>? = nil, folder: MediaFolder? = nil,
    store: ArtifactStore? = nil,
    fingerprint: @escaping SoundPieces.Fingerprint = { $0.path }
  ) throws -> SoundPieces {
    let end = (composition.end.seconds * Rational(Self.rate)).ceiling!
    return try SoundPieces(
      composition, folder: folder ?? studio.media, job: SoundJob(samples: samples ?? 0..<end),
      store: store.map { ($0, fingerprint) })
  }

  /// Tones that come and go over a hiss, the same again every three seconds, with a burst where pieces meet.
  private func music(count: Int) -> [[Float]] {
    var dice = Dice()
    return (0..<2).map { channel in
      let phrase = (0..<3 * Self.rate).map { n in
        let t = Double(n) / Double(Self.rate)
        let note = 220 * exp2(Double(Int(t / 0.375) * 7 % 12) / 12)
        let fading = exp(-4 * t.truncatingRemainder(dividingBy: 0.375))
        let tones = sin(2 * .pi * note * t + Double(channel)) + sin(6 * .pi * note * t) / 3
        return Float(0.2 * tones * fading + 0.01 * Double.random(in: -1...1, using: &dice))
      }
      var samples: [Float] = []
      while samples.count < count { samples += phrase.prefix(count - samples.count) }
      for start in stride(from: 0, to: count - 300, by: Self.pieceLength) {
        for n in 0..<300 {
          samples[start + n] += Float(0.5 * exp(-Double(n) / 60) * Double.random(in: -1...1, using: &dice))
        }
      }
      return samples
    }
  }

  /// Of ten seconds in frames of AAC.
  private static let pieceLength = 469 * 1024

  private func decoded(_ sounds: [EncodedSound], _ name: String, count: Int) throws -> [[Float]] {
    let path = studio.folder.path(name)
    let muxer = try Muxer(
      path: path, container: name.hasSuffix("mkv") ? .mkv : .mp4, streams: [try #require(sounds.first).parameters])
    for packet in sounds.flatMap(\.packets) { try muxer.write(packet, stream: 0) }
    try muxer.finish()
    studio.add(name)
    let facts = try #require(studio.catalog.facts(for: MediaReference(name))?.audio)
    return try SoundReader(path: path, facts: facts).read(from: 0, count: count)
  }

  private func whole(_ samples: [[Float]], _ settings: AudioSettings) throws -> EncodedSound {
    let encoder = try AudioEncoder(settings, sampleRate: Self.rate, channels: 2)
    let packets = try encoder.encode(samples) + encoder.finish()
    return EncodedSound(parameters: encoder.parameters, packets: packets, peak: MixPeak())
  }

  @Test(arguments: ["aac", "alac", "pcm_s16le", "ac3", "libopus", "flac", "libmp3lame"])
  func packetsAndTimesAreThoseOfOneEncoder(encoder: String) throws {
    let count = 1_500_123
    let samples = music(count: count)
    try studio.addSound("a.wav", samples)
    let end = Rational(Int64(count), 48000)
    let bitRate = ["aac": 128_000, "ac3": 192_000, "libopus": 128_000, "libmp3lame": 128_000][encoder]
    let pieces = try pieces(programme([segment("a.wav", 0.s, end)], end: end, encoder: encoder, bitRate: bitRate))
    #expect(pieces.count == (["flac", "libmp3lame"].contains(encoder) ? 1 : 4))
    let made = try (0..<pieces.count).map { try pieces.encode(piece: $0) }
    let packets = made.flatMap(\.packets)
    let one = try whole(samples, AudioSettings(encoder: encoder, bitRate: bitRate))
    #expect(made.allSatisfy { $0.parameters == one.parameters })
    #expect(packets.map { [$0.pts, $0.dts, $0.duration] } == one.packets.map { [$0.pts, $0.dts, $0.duration] })
    if !["aac", "libopus"].contains(encoder) { #expect(packets == one.packets) }
  }

  /// A rest that is too short for the piece before it to be flushed belongs to that piece.
  @Test(arguments: ["aac", "ac3", "libopus", "alac", "pcm_s16le"], [1, 500, 1023, 1024, 2047, 2048, 5000])
  func soundOfAnyLengthIsEncoded(encoder: String, rest: Int) throws {
    let length = encoder == "ac3" ? 480_768 : encoder == "alac" ? 483_328 : encoder == "aac" ? 480_256 : 480_000
    let count = length + rest
    try studio.addSound("a.wav", [[Float](repeating: 0.25, count: count)])
    let end = Rational(Int64(count), 48000)
    let bitRate = encoder == "alac" || encoder == "pcm_s16le" ? nil : 96_000
    let pieces = try pieces(programme([segment("a.wav", 0.s, end)], end: end, encoder: encoder, bitRate: bitRate))
    let packets = try (0..<pieces.count).flatMap { try pieces.encode(piece: $0).packets }
    #expect(packets.map(\.pts) == packets.map(\.pts).sorted())
    let heard = packets.reduce(0) { $0 + $1.duration }
    #expect(heard >= count && pieces.samples(of: pieces.count - 1).upperBound == count)
  }

  @Test(arguments: ["aac", "libopus"])
  func jointsAreNoWorseThanTheRest(encoder: String) throws {
    let count = 30 * Self.rate
    let samples = music(count: count)
    try studio.addSound("a.wav", samples)
    let bitRate = encoder == "aac" ? 128_000 : 96_000
    let pieces = try pieces(programme([segment("a.wav", 0.s, 30.s)], end: 30.s, encoder: encoder, bitRate: bitRate))
    let made = try (0..<pieces.count).map { try pieces.encode(piece: $0) }
    let one = try whole(samples, AudioSettings(encoder: encoder, bitRate: bitRate))
    let container = encoder == "aac" ? "mp4" : "mkv"
    let joined = try decoded(made, "pieces.\(container)", count: count)
    let single = try decoded([one], "one.\(container)", count: count)
    // The error around each joint, in stretches of half an AAC frame.
    for index in 1..<pieces.count {
      let joint = Int(pieces.samples(of: index).lowerBound)
      for start in stride(from: joint - 3072, to: joint + 3072, by: 512) {
        let part = start..<start + 512
        let (error, expected) = (noise(joined, samples, part), noise(single, samples, part))
        #expect(error < 2.5 * expected + 1e-7, "\(encoder) at \(start): \(error) instead of \(expected)")
      }
    }
    let all = 20 * Self.rate..<count - 4096
    #expect(noise(joined, samples, all) < 1.15 * noise(single, samples, all))
  }

  private func noise(_ a: [[Float]], _ b: [[Float]], _ part: Range<Int>) -> Double {
    var sum: Float = 0
    for (a, b) in zip(a, b) {
      for (a, b) in zip(a[part], b[part]) { sum += (a - b) * (a - b) }
    }
    return Double(sum) / Double(part.count * a.count)
  }

  @Test func samplesAreThoseOfOneMix() throws {
    let count = 25 * Self.rate
    try studio.addSound("a.wav", music(count: count))
    let ramp = Curve(0.2, pieces: [CurvePiece(range(3.s, 21.s), from: 0.2, to: 5, ease: .inOut)])
    let composed = programme(
      [
        segment("a.wav", 0.s, seconds(1, 3), from: 1.s), segment("a.wav", 1.s, 14.s, volume: ramp),
        segment("a.wav", 14.s, 25.s, sourceLength: 20.s, fade: Fade(in: 9.s)),
      ], end: 25.s)
    let mixer = SoundMixer(composed, folder: studio.media)
    let mix = try mixer.mix(count)
    let backwards = try pieces(composed)
    var made: [EncodedSound] = []
    for index in (0..<backwards.count).reversed() { made.insert(try backwards.encode(piece: index), at: 0) }
    let forwards = try pieces(composed)
    #expect(try (0..<forwards.count).map { try forwards.encode(piece: $0) } == made)
    #expect(try decoded(made, "out.mkv", count: count) == mix)
    var peak = MixPeak()
    for piece in made { peak.note(piece.peak) }
    #expect(peak == mixer.peak)
    #expect(peak.clippedSamples > 0)
  }

  @Test func bytesDependOnNoThread() throws {
    let samples = music(count: 40 * Self.rate)
    try studio.addSound("a.wav", samples)
    try TestSound.write(
      samples, to: studio.folder.path("a.m4a"), container: .m4a,
      settings: AudioSettings(encoder: "aac", bitRate: 128_000))
    studio.add("a.m4a")
    var composed = programme(
      [segment("a.wav", 0.s, 12.s), segment("a.wav", 12.s, 40.s, sourceLength: 35.s)], end: 40.s, encoder: "aac",
      bitRate: 96_000)
    composed.audioTracks.append(AudioTrack(id: "b", segments: [segment("a.m4a", 0.s, 40.s)]))
    let alone = try pieces(composed)
    let expected = try (0..<alone.count).map { try alone.encode(piece: $0) }
    let shared = try pieces(composed)
    let made = Mutex<[Int: EncodedSound]>([:])
    DispatchQueue.concurrentPerform(iterations: shared.count) { index in
      let sound = try? shared.encode(piece: index)
      made.withLock { $0[index] = sound }
    }
    #expect(made.withLock { made in expected.indices.map { made[$0] } } == expected)
  }

  @Test func aWarmStoreGivesTheSameAndAsksNoMedia() throws {
    try studio.addSound("a.wav", music(count: 25 * Self.rate).map { $0.map { $0 * 3 } })
    let store = ArtifactStore(folder: studio.folder.path("store"))
    let composed = programme([segment("a.wav", 0.s, 25.s)], end: 25.s, encoder: "aac", bitRate: 96_000)
    let cold = try pieces(composed, store: store)
    let made = try (0..<cold.count).map { try cold.encode(piece: $0) }
    #expect(made[1].peak.clippedSamples > 0 && made[1].peak.time != nil)
    try FileManager.default.removeItem(atPath: studio.folder.path("a.wav"))
    let warm = try pieces(composed, store: store)
    #expect(try (0..<warm.count).map { try warm.encode(piece: $0) } == made)
    // What is damaged counts as not there, and then the media are missed.
    let key = try #require(try warm.key(of: 1))
    let kept = try #require(store.value(for: key))
    store.keep(kept.dropLast(), for: key)
    #expect(throws: RenderFailure.self) { try warm.encode(piece: 1) }
  }

  @Test func aPieceFurtherOnIsFound() throws {
    let store = ArtifactStore(folder: studio.folder.path("store"))
    let length = Rational(Int64(Self.pieceLength), 48000)
    let ramp = { (shift: Rational) in
      Curve(1.0, pieces: [CurvePiece(range(1.s + shift, 4.s + shift), from: 1, to: 0.25)])
    }
    let early = try pieces(
      programme([segment("a.wav", 0.s, 25.s, volume: ramp(length))], end: 25.s), folder: folder,
      store: store)
    let late = try pieces(
      programme([segment("a.wav", length, 25.s + length, volume: ramp(length + length))], end: 25.s + length),
      folder: folder, store: store)
    #expect(try late.key(of: 2) == early.key(of: 1))
    #expect(try late.key(of: 1) == early.key(of: 0))
  }

  // MARK: Keys

  /// Two sounds of which only keys are made.
  private var folder: MediaFolder {
    let audio = AudioFacts(
      stream: 0, codec: "pcm_f32le", sampleRate: Self.rate, channels: 2, layout: "stereo", duration: 25.s)
    let facts = MediaFacts(container: "wav", audio: audio)
    return MediaFolder(root: "", within: nil, catalog: catalog(["a.wav": facts, "b.wav": facts]))
  }

  /// Which of three pieces are named otherwise than in `base`.
  private func changed(_ base: Composition, _ other: Composition) throws -> [Int] {
    let store = ArtifactStore(folder: studio.folder.path("store"))
    let (a, b) = (try pieces(base, folder: folder, store: store), try pieces(other, folder: folder, store: store))
    #expect(a.count == 3 && b.count == 3)
    return try (0..<3).filter { try a.key(of: $0) != b.key(of: $0) }
  }

  @Test func keysHoldWhatDecidesTheBytesAndNothingElse() throws {
    func made(_ change: (inout Composition) -> Void = { _ in }) -> Composition {
      var result = programme(
        [segment("a.wav", 0.s, 15.s), segment("a.wav", 15.s, 25.s, from: 3.s)], end: 25.s, encoder: "aac",
        bitRate: 96_000)
      change(&result)
      return result
    }
    let base = made()
    let ramp = CurvePiece(range(22.s, 24.s), from: 1, to: 0.5)
    let cases: [(String, [Int], (inout Composition) -> Void)] = [
      ("a track's name", [], { $0.audioTracks[0].id = "other" }),
      ("metadata", [], { $0.metadata["title"] = "other" }),
      (
        "a gain of one", [],
        { $0.audioTracks[0].volume = Curve(1, pieces: [CurvePiece(range(1.s, 2.s), from: 1, to: 1)]) }
      ),
      ("a ramp that begins later", [2], { $0.audioTracks[0].segments[1].volume = Curve(1, pieces: [ramp]) }),
      ("a ramp on the track", [2], { $0.audioTracks[0].volume = Curve(1, pieces: [ramp]) }),
      ("a fade at the end", [2], { $0.audioTracks[0].segments[1].fade = Fade(out: 1.s) }),
      ("a fade at the start", [0], { $0.audioTracks[0].segments[0].fade = Fade(in: 1.s) }),
      ("a gain", [0, 1, 2], { $0.audioTracks[0].volume = Curve(0.5) }),
      ("another source", [0, 1], { $0.audioTracks[0].segments[0] = self.segment("b.wav", 0.s, 15.s) }),
      (
        "another place in it", [1, 2], { $0.audioTracks[0].segments[1] = self.segment("a.wav", 15.s, 25.s, from: 4.s) }
      ),
      (
        "another speed", [1, 2],
        { $0.audioTracks[0].segments[1] = self.segment("a.wav", 15.s, 25.s, from: 3.s, sourceLength: 11.s) }
      ),
      ("bits", [0, 1, 2], { $0.output.audio!.bitRate = 64_000 }),
      ("options", [0, 1, 2], { $0.output.audio!.options = ["aac_pns": "0"] }),
      (
        "a track that is silent", [],
        { $0.audioTracks.append(AudioTrack(id: "b", segments: [self.segment("b.wav", 0.s, 25.s)], volume: Curve(0))) }
      ),
      (
        "a track at the end", [2],
        { $0.audioTracks.append(AudioTrack(id: "b", segments: [self.segment("b.wav", 22.s, 25.s)])) }
      ),
    ]
    for (name, expected, change) in cases {
      let found = try changed(base, made(change))
      #expect(found == expected, "\(name)")
    }
  }

  @Test func keysTellContentsAndNotPaths() throws {
    let store = ArtifactStore(folder: studio.folder.path("store"))
    let a = programme([segment("a.wav", 0.s, 12.s)], end: 12.s)
    let b = programme([segment("b.wav", 0.s, 12.s)], end: 12.s)
    #expect(
      try pieces(a, folder: folder, store: store, fingerprint: { _ in "same" }).key(of: 0)
        == pieces(b, folder: folder, store: store, fingerprint: { _ in "same" }).key(of: 0))
    #expect(
      try pieces(a, folder: folder, store: store).key(of: 0) != pieces(b, folder: folder, store: store).key(of: 0))
  }
}

/// A small generator whose numbers are the same on every run.
private struct Dice: RandomNumberGenerator {
  var state: UInt64 = 42
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
