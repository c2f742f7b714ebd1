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
    .compressor(.init(threshold: 0.1, ratio: 4, attack: 0.01, release: 1, makeup: 1.2)),
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

  /// So it is with what hears ahead and with what never forgets.
  @Test(
    arguments: [
      ("segment", [.denoise(.init(reduction: 10, noise: 0.01))]),
      ("track", [.call(FilterCall("tremolo", [.init("f", "0.7")])), .denoise(.init(reduction: 4, noise: 0.003))]),
      ("mix", [.call(FilterCall("dynaudnorm", [.init("f", "100"), .init("g", "5")])), .pan(0.2)]),
      ("segment", [.call(FilterCall("aecho", [.init("delays", "900")]))]),
      ("segment", [.call(FilterCall("loudnorm"))]),
      ("track", [.call(FilterCall("aecho", [.init("delays", "900")])), .call(FilterCall("dynaudnorm"))]),
      ("mix", [.call(FilterCall("equalizer", [.init("f", "300")])), .denoise(.init(reduction: 4, noise: 0.003))]),
    ] as [(String, [SoundEffect])]) func filtersAreTheSameWhereverMixingBegan(kind: String, effects: [SoundEffect])
    throws
  {
    try studio.addSound("a.wav", swells(seconds: 32, seed: 0), rate: Self.rate)
    let segment = sound("a.wav", 1.s, 29.s, kind == "segment" ? effects : [])
    let composed = programme(
      [AudioTrack(id: "a", segments: [segment], effects: kind == "track" ? effects : [])], end: 30.s,
      mastering: Mastering(effects: kind == "mix" ? effects : []))
    let whole = try mix(composed, from: 0, 30 * Self.rate, block: 30 * Self.rate)
    #expect(whole[0].contains { abs($0) > 0.05 })
    for first in [13 * Self.rate - 1, 24 * Self.rate + 5] {
      let count = 6 * Self.rate
      let piece = try mix(composed, from: Int64(first), min(count, whole[0].count - first))
      #expect(piece == whole.map { Array($0[first...].prefix(count)) }, "from \(first)")
    }
  }

  /// A filter does to a sound what FFmpeg's own program does with it.
  @Test(arguments: [
    "tremolo=f=3", "aecho=0.8:0.9:200:0.5", "volume=volume=0.5+0.1*t:eval=frame", "lowpass=f=500", "flanger",
    "adelay=delays=300:all=1", "volume=volume=0.2:enable=1-floor(t/5)",
    "pan=stereo|c0=c1|c1=c0", "dynaudnorm=f=100:g=5", "loudnorm=I=-20", "compand=delay=2",
  ]) func filtersAreFFmpegs(text: String) throws {
    let seconds = 11
    try studio.addSound("a.wav", swells(seconds: seconds, seed: 0), rate: Self.rate)
    try CommandLineTool.run(
      "ffmpeg",
      [
        "-v", "error", "-i", studio.folder.path("a.wav"), "-af",
        "aformat=sample_fmts=dblp,asetnsamples=1024:p=0,\(text),aresample=\(Self.rate)",
        "-c:a", "pcm_f32le", studio.folder.path("expected.wav"),
      ])
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let names = ["aecho": ["in_gain", "out_gain", "delays", "decays"], "pan": ["args"]][parts[0]] ?? []
    let options = (parts.count > 1 ? parts[1] : "").split(separator: ":").enumerated().map { index, option in
      let words = option.split(separator: "=", maxSplits: 1).map(String.init)
      return names.isEmpty ? FilterCall.Option(words[0], words[1]) : .init(names[index], String(option))
    }
    let call = SoundEffect.call(FilterCall(parts[0], options))
    let end = Rational(seconds)
    let heard = try mix(
      programme([AudioTrack(id: "a", segments: [sound("a.wav", 0.s, end, [call])])], end: end), from: 0,
      seconds * Self.rate)
    studio.add("expected.wav")
    let expected = try mix(
      programme([AudioTrack(id: "a", segments: [sound("expected.wav", 0.s, end)])], end: end), from: 0,
      seconds * Self.rate)
    for channel in 0..<2 {
      let worst = zip(heard[channel], expected[channel]).map { abs($0 - $1) }.max() ?? 1
      #expect(worst < 2e-5, "\(worst)")
    }
  }

  /// A filter that looks ahead is ended with its track, and the echo before it continues after the track's end.
  @Test func whatLooksAheadHearsTheEnd() throws {
    try studio.addSound("a.wav", swells(seconds: 6, seed: 0), rate: Self.rate)
    func heard(_ effects: [SoundEffect], until end: Rational) throws -> [[Float]] {
      try mix(
        programme([AudioTrack(id: "a", segments: [sound("a.wav", 0.s, 4.s)], effects: effects)], end: end), from: 0,
        4 * Self.rate)
    }
    let levels = SoundEffect.call(FilterCall("dynaudnorm", [.init("f", "100"), .init("g", "5")]))
    #expect(try heard([levels], until: 4.s) == heard([levels], until: 9.s))
    let echo = SoundEffect.call(FilterCall("aecho", [.init("delays", "900")]))
    let after = try mix(
      programme([AudioTrack(id: "a", segments: [sound("a.wav", 0.s, 4.s)], effects: [echo, levels])], end: 9.s),
      from: Int64(4 * Self.rate), Self.rate)
    #expect(after[0][..<(Self.rate / 2)].contains { abs($0) > 0.05 })
  }

  /// What would spoil all that is mixed with it stops the render: this filter works on frequencies that the rate does
  /// not have.
  @Test func whatIsNoNumberIsAFailure() throws {
    try studio.addSound("a.wav", swells(seconds: 1, seed: 0), rate: Self.rate)
    let effects = [SoundEffect.call(FilterCall("aexciter", [.init("freq", "7000")]))]
    let composed = programme([AudioTrack(id: "a", segments: [sound("a.wav", 0.s, 1.s)], effects: effects)], end: 1.s)
    let failure = #expect(throws: RenderFailure.self) { try mix(composed, from: 0, Self.rate) }
    #expect(failure?.detail?.contains("no numbers") == true)
  }

  /// Noise falls by as much as it is to, and what is louder stays where it was.
  @Test(arguments: [8000, 44100, 48000]) func denoiseTakesAwayNoiseAndMovesNothing(rate: Int) throws {
    var state: UInt32 = 1
    let noise = (0..<rate * 4).map { _ -> Float in
      state = state &* 1_664_525 &+ 1_013_904_223
      return (Float(state >> 8) / Float(1 << 24) - 0.5) * 0.011
    }
    // Half noise alone, then with clicks.
    let clicks = (0..<4).map { rate * 2 + rate / 3 * $0 + 17 }
    var samples = noise
    for click in clicks { samples[click] = 0.9 }
    try studio.addSound("a.wav", [samples, samples], rate: rate)
    var composed = programme(
      [AudioTrack(id: "a", segments: [sound("a.wav", 0.s, 4.s, [.denoise(.init(reduction: 8, noise: 0.0032))])])],
      end: 4.s)
    composed.canvas.sampleRate = rate
    let heard = try mix(composed, from: 0, rate * 4)[0]
    func level(_ samples: [Float]) -> Float {
      (samples[rate..<rate * 2].reduce(0) { $0 + $1 * $1 } / Float(rate)).squareRoot()
    }
    #expect(level(heard) < level(samples) / 3)
    for click in clicks {
      let loudest = (click - 2000..<click + 2000).max { abs(heard[$0]) < abs(heard[$1]) }
      #expect(loudest == click)
      #expect(abs(heard[click] - 0.9) < 0.1)
    }
  }

  /// What an effect forgets every ten seconds is too little to be heard.
  /// Some filters make something else of frames that wait for one another: the beginning of a noise got softer.
  @Test func aFilterHearsOneFrameAfterTheOther() throws {
    let noise = "anoisesrc=r=48000:d=1:seed=5:a=0.3,aformat=channel_layouts=stereo"
    try CommandLineTool.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", noise, studio.folder.path("noise.wav")])
    studio.add("noise.wav")
    var made = programme(
      [AudioTrack(id: "a", segments: [sound("noise.wav", 0.s, 1.s, [.call(FilterCall("afftdn"))])])], end: 1.s)
    made.canvas.sampleRate = 48000
    let samples = try mix(made, from: 0, 48000, block: 16384)[0]
    func level(_ part: Range<Int>) -> Float {
      (samples[part].reduce(0) { $0 + $1 * $1 } / Float(part.count)).squareRoot()
    }
    #expect(abs(level(2400..<7200) / level(24000..<28800) - 1) < 0.1)
  }

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
    let folder = MediaFolder(root: "", within: nil, catalog: catalog(["a.wav": facts, "b.wav": facts]))
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
    // What hears ahead knows what comes: a filter up to ten seconds.
    let filtered = { (change: Composition) in
      var change = change
      change.audioTracks[0].effects = [.call(FilterCall("lowpass"))]
      return change
    }
    let early = made { $0.audioTracks[0].segments[1] = self.sound("b.wav", 22.s, 70.s) }
    let before = made { $0.audioTracks[0].segments[1] = self.sound("a.wav", 22.s, 70.s) }
    #expect(try changed(before, early) == [2, 3, 4, 5, 6])
    #expect(try changed(filtered(before), filtered(early)) == [1, 2, 3, 4, 5, 6])
    let short = made { $0.audioTracks[0].segments[1] = self.sound("a.wav", 8.s, 60.s) }
    let shorter = made { $0.audioTracks[0].segments[1] = self.sound("a.wav", 8.s, 59.s) }
    #expect(try changed(filtered(short), filtered(shorter)).contains(4))
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
