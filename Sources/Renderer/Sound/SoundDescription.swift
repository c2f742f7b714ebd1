import Media
import Store
import TimelineModel

/// Says what decides a stretch of a mix, for keys. Places are seen from the stretch's beginning, so that it is found
/// again further on.
struct SoundDescription<Failure: Error> {
  let catalog: MediaCatalog
  let sampleRate: Int
  let fingerprint: (MediaReference) throws(Failure) -> String

  func describe(
    _ mix: ProgrammeMix, level: LoudnessLevel?, within run: Range<Int64>, to key: inout KeyWriter
  ) throws(Failure) {
    var run = run
    if let level {
      let margin = LimitedSound.margin(at: sampleRate)
      key.add("loudness")
      key.add(level.gain)
      key.add(level.ceiling)
      key.add(min(run.lowerBound, margin))
      run = max(0, run.lowerBound - margin)..<run.upperBound + margin
    }
    if !mix.effects.isEmpty { run = describe(mix.effects, hearing: run, end: mix.length, to: &key) }
    for track in mix.tracks { try describe(track, within: run, to: &key) }
  }

  private func describe(_ track: MixTrack, within run: Range<Int64>, to key: inout KeyWriter) throws(Failure) {
    guard track.hasBus else { return try describeSegments(of: track, within: run, to: &key) }
    let start = EffectRelay.start(for: run.lowerBound, of: track.effects, sampleRate: sampleRate)
    let end = run.upperBound + EffectRelay.lookahead(of: track.effects, sampleRate: sampleRate)
    let isHeard = !track.sounds(in: start..<end, catalog: catalog, sampleRate: sampleRate).isEmpty
    guard isHeard, !track.gains.contains(where: { $0.constant(over: run) == 0 }) else { return }
    key.add("track")
    let heard = describe(track.effects, hearing: run, end: track.end(at: sampleRate), to: &key)
    try describeSegments(of: track, within: heard, to: &key)
    let changing = track.gains.filter { $0.constant(over: run) != 1 }
    key.add(Int64(changing.count))
    for curve in changing { curve.describe(run, to: &key) }
    for duck in track.levelDucks {
      let listening = duck.listening(for: run, sampleRate: sampleRate)
      key.add("duck")
      key.add("\(duck.duck.attack) \(duck.duck.release)")
      for number in [duck.duck.level, duck.threshold] { key.add(number) }
      key.add(run.lowerBound - listening.lowerBound)
      key.add(Int64(listening.count))
      try describe(duck.under.track, within: listening, to: &key)
    }
    key.add("end of track")
  }

  private func describeSegments(
    of track: MixTrack, within run: Range<Int64>, to key: inout KeyWriter
  ) throws(Failure) {
    for sound in track.sounds(in: run, catalog: catalog, sampleRate: sampleRate) {
      sound.describe(within: run, fingerprint: try fingerprint(sound.media), sampleRate: sampleRate, to: &key)
    }
  }

  /// Gives what the effects have to hear of a sound that ends with sample `end`.
  private func describe(
    _ effects: [SoundEffect], hearing run: Range<Int64>, end: Int64, to key: inout KeyWriter
  ) -> Range<Int64> {
    let start = EffectRelay.start(for: run.lowerBound, of: effects, sampleRate: sampleRate)
    effects.describe(to: &key)
    key.add(run.lowerBound - start)
    let lookahead = EffectRelay.lookahead(of: effects, sampleRate: sampleRate)
    let heard = start..<run.upperBound + lookahead
    // What looks ahead hears that the sound ends.
    if lookahead > 0, heard.lowerBound..<heard.upperBound + 1 ~= end { key.add(end - run.lowerBound) }
    return heard
  }
}

extension [SoundEffect] {
  /// Says all that decides what they do.
  func describe(to key: inout KeyWriter) {
    key.add(count)
    for effect in self {
      guard case .call(let call) = effect else {
        // Numbers and names of ours alone.
        key.add("\(effect)")
        continue
      }
      key.add("call")
      key.add(call.name)
      key.add(call.options.count)
      for option in call.options {
        key.add(option.key)
        key.add(option.value)
      }
    }
  }
}
