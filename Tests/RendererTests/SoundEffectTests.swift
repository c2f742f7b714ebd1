import Foundation
import Media
import Planner
import Renderer
import Store
import TestSupport
import Testing
import TimelineModel

/// What is done to sound does not depend on where sound is cut.
@Suite struct SoundEffectTests {
  private let studio: Studio
  init() throws { studio = try Studio() }

  private static let rate = 8000

  private func sound(_ name: String, _ start: Rational, _ end: Rational, _ effects: [SoundEffect] = []) -> AudioSegment
  {
    let target = range(start, end)
    let mapping = TimeMapping(source: SourceRange(start: .zero, duration: target.duration), target: target)
    return AudioSegment(content: .sound(MediaReference(name), mapping), range: target, effects: effects)
  }

  private func programme(_ tracks: [AudioTrack], end: Rational, mastering: Mastering = .none) -> Composition {
    var result = composition([gap(0.s, end)], end: end)
    result.canvas.sampleRate = Self.rate
    result.audioTracks = tracks
    result.mastering = mastering
    result.output.audio = AudioSettings(encoder: "pcm_f32le")
    return result
  }

  /// Swelling and falling tones, so that everything that listens has something to do.
  private func swells(seconds: Int, seed: Double) -> [[Float]] {
    (0..<2).map { channel in
      (0..<seconds * Self.rate).map { n in
        let t = Double(n) / Double(Self.rate)
        let swell = 0.5 + 0.5 * sin(2 * .pi * t / (5 + seed))
        return Float(0.8 * swell * sin(2 * .pi * (200 + 90 * seed + 30 * Double(channel)) * t))
      }
    }
  }

  private static let effects: [SoundEffect] = [
    .filter(.init(.highPass, frequency: 10, quality: 10)),
    .compressor(.init(threshold: 0.1, ratio: 4, attack: 0.01, release: 1.5, makeup: 1.2)),
    .gate(.init(threshold: 0.05, floor: 0.1, attack: 0.01, hold: 0.3, release: 0.4)), .pan(0.3),
  ]

  private func mix(
    _ composition: Composition, from first: Int64, _ count: Int, level: LoudnessLevel? = nil, block: Int = 5000
  ) throws -> [[Float]] {
    let mixer = SoundMixer(composition, folder: studio.media, level: level, from: first)
    var result: [[Float]] = []
    while (result.first?.count ?? 0) < count {
      let more = try mixer.mix(min(block, count - (result.first?.count ?? 0)))
      if result.isEmpty { result = more } else { for channel in result.indices { result[channel] += more[channel] } }
    }
    return result
  }

  /// Shows AUD-11.
  @Test(arguments: ["segment", "track", "mix", "duck", "loudness", "all"])
  func aPieceIsTheSameWhereverMixingBegan(kind: String) throws {
    try studio.addSound("a.wav", swells(seconds: 50, seed: 0), rate: Self.rate)
    try studio.addSound("b.wav", swells(seconds: 50, seed: 1), rate: Self.rate)
    let isAll = kind == "all"
    func effects(_ name: String) -> [SoundEffect] { isAll || kind == name ? Self.effects : [] }
    let duck = Duck(
      under: "b", level: 0.2, attack: seconds(1, 3), release: seconds(1, 2), trigger: .level(threshold: 0.3))
    let tracks = [
      AudioTrack(
        id: "a", segments: [sound("a.wav", 3.s, 45.s, effects("segment"))], effects: effects("track"),
        volume: Curve(1, pieces: [CurvePiece(range(11.s, 24.s), from: 1, to: 0.4)]),
        ducks: isAll || kind == "duck" ? [duck] : [], fade: Fade(in: 4.s)),
      AudioTrack(id: "b", segments: [sound("b.wav", 6.s, 44.s)]),
    ]
    let composed = programme(tracks, end: 46.s, mastering: Mastering(effects: effects("mix")))
    let level = isAll || kind == "loudness" ? LoudnessLevel(gain: 1.7, ceiling: 0.8) : nil
    let whole = try mix(composed, from: 0, 46 * Self.rate, level: level, block: 46 * Self.rate)
    #expect(whole[0].contains { abs($0) > 0.05 })
    for first in [2 * Self.rate, 13 * Self.rate - 1, 38 * Self.rate + 5] {
      let count = 7 * Self.rate
      let piece = try mix(composed, from: Int64(first), count, level: level)
      #expect(piece == whole.map { Array($0[first..<first + count]) }, "from \(first)")
    }
  }

  /// What an effect forgets every ten seconds is too little to be heard.
  @Test func beginningAnewIsNotHeard() throws {
    let samples = swells(seconds: 45, seed: 0)
    try studio.addSound("a.wav", samples, rate: Self.rate)
    let heard = try mix(
      programme([AudioTrack(id: "a", segments: [sound("a.wav", 0.s, 45.s, Self.effects)])], end: 45.s), from: 0,
      45 * Self.rate)
    // The tenth of a second about each change is as smooth as the rest.
    func roughness(_ place: Int) -> Float {
      (place - 400..<place + 400).map { abs(heard[0][$0 + 1] - 2 * heard[0][$0] + heard[0][$0 - 1]) }.max()!
    }
    let period = 5 * Self.rate
    for place in [10, 20, 30, 40] {
      #expect(roughness(place * Self.rate) < roughness(place * Self.rate - period) * 1.02 + 1e-4)
    }
  }

  private func pieces(_ composition: Composition, _ folder: MediaFolder, _ store: ArtifactStore) throws -> SoundPieces {
    let end = (composition.end.seconds * Rational(Self.rate)).ceiling!
    return try SoundPieces(
      composition, folder: folder, job: SoundJob(samples: 0..<end), store: (store, { $0.path }))
  }

  /// A piece is named by what its effects hear, and by nothing else.
  @Test func keysKnowWhatIsHeard() throws {
    let audio = AudioFacts(
      stream: 0, codec: "pcm_f32le", sampleRate: Self.rate, channels: 2, layout: "stereo", duration: 100.s)
    let facts = MediaFacts(container: "wav", audio: audio)
    let folder = MediaFolder(root: "", catalog: catalog(["a.wav": facts, "b.wav": facts]))
    let store = ArtifactStore(folder: studio.folder.path("store"))
    func made(_ first: String = "a.wav", _ change: (inout Composition) -> Void = { _ in }) -> Composition {
      var result = programme(
        [
          AudioTrack(id: "a", segments: [sound(first, 0.s, 8.s), sound("a.wav", 8.s, 70.s)]),
          AudioTrack(id: "b", segments: [sound("b.wav", 55.s, 57.s)]),
        ], end: 70.s)
      change(&result)
      return result
    }
    func changed(_ base: Composition, _ other: Composition) throws -> [Int] {
      let (a, b) = (try pieces(base, folder, store), try pieces(other, folder, store))
      return try (0..<a.count).filter { try a.key(of: $0) != b.key(of: $0) }
    }
    let effects = { (change: Composition) in
      var change = change
      change.audioTracks[0].effects = Self.effects
      return change
    }
    // About ten seconds each: the first segment is heard for twenty.
    #expect(try changed(made(), made("b.wav")) == [0])
    #expect(try changed(effects(made()), effects(made("b.wav"))) == [0, 1])
    #expect(try changed(made(), effects(made())) == [0, 1, 2, 3, 4, 5, 6])
    let duck = Duck(under: "b", level: 0.2, attack: 2.s, release: 1.s, trigger: .level(threshold: 0.1))
    let ducked = made { $0.audioTracks[0].ducks = [duck] }
    let other = made {
      $0.audioTracks[0].ducks = [duck]
      $0.audioTracks[1].volume = Curve(0.5)
    }
    #expect(try changed(ducked, other) == [5])
    let later = made {
      $0.audioTracks[0].ducks = [duck]
      $0.audioTracks[1].volume = Curve(1, pieces: [CurvePiece(range(66.s, 67.s), from: 1, to: 0.5)])
    }
    #expect(try changed(ducked, later) == [])
    #expect(try changed(made(), made { $0.mastering.effects = [.pan(0.5)] }) == [0, 1, 2, 3, 4, 5, 6])
  }
}
