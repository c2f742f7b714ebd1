import Foundation
import Media
import Store
import TimelineModel

/// Listens to a whole programme and finds the gain that makes it as loud as it is to be.
struct LoudnessPass {
  let mix: ProgrammeMix
  let sources: MixSources
  let target: LoudnessTarget
  var watch: SourceWatch?
  let cancellation: CancellationFlag

  /// Where the limiter takes away loudness, the gain is raised, as long as that helps.
  private static let tries = 6
  private static let tolerance = 0.02

  func run() throws(RenderFailure) -> LoudnessLevel {
    // A little below what is asked for, since other meters look between samples in other places.
    let ceiling = pow(10, target.truePeak / 20) * 0.99
    let first = try listen(to: nil)
    guard let measured = first.loudness else { return LoudnessLevel(gain: 1, ceiling: ceiling) }
    var level = LoudnessLevel(
      gain: pow(10, (target.integrated - measured) / 20), ceiling: ceiling, measured: measured,
      reached: target.integrated, target: target.integrated)
    guard first.peak * level.gain > ceiling else { return level }
    for _ in 0..<LoudnessPass.tries {
      guard let reached = try listen(to: level).loudness else { break }
      level.reached = reached
      if abs(target.integrated - reached) < LoudnessPass.tolerance { break }
      level.gain *= pow(10, (target.integrated - reached) / 20)
    }
    return level
  }

  private func listen(to level: LoudnessLevel?) throws(RenderFailure) -> (loudness: Double?, peak: Double) {
    let rate = sources.canvas.sampleRate
    let margin = level == nil ? 0 : LimitedSound.margin(at: rate)
    let mixer = ProgrammeMixer(mix, sources, from: -margin)
    defer { mixer.finish() }
    let limiter = level.map { LimitedSound(mixer, level: $0, sampleRate: rate) }
    var meter = LoudnessMeter(sampleRate: rate, channels: sources.canvas.channels)
    var peak = 0.0
    var before: [[Double]] = []
    for start in stride(from: 0, to: mix.length, by: 16384) {
      try cancellation.check()
      let count = Int(min(16384, mix.length - start))
      let block = if let limiter { try limiter.next(count) } else { try mixer.next(count) }
      meter.note(block)
      if level == nil { peak = max(peak, LoudnessPass.peak(of: block, after: &before)) }
    }
    return (meter.integrated, peak)
  }

  /// Of all but the last samples, which are looked at with what comes after them.
  private static func peak(of block: [[Double]], after before: inout [[Double]]) -> Double {
    let reach = TruePeak.reach
    let silence = Array(repeating: [Double](repeating: 0, count: 2 * reach), count: block.count)
    let planes = zip(before.isEmpty ? silence : before, block).map { $0 + $1 }
    before = planes.map { Array($0.suffix(2 * reach)) }
    let part = reach..<max(reach, planes[0].count - reach)
    return max(
      TruePeak.magnitudes(of: planes, in: part).max() ?? 0,
      before.map { $0.map(abs).max() ?? 0 }.max() ?? 0)
  }
}

// MARK: Keeping

extension LoudnessPass {
  /// Listens only where the store does not know the result already.
  func kept(
    in store: (store: ArtifactStore, fingerprint: SoundPieces.Fingerprint)?
  ) throws(RenderFailure) -> LoudnessLevel {
    guard let store else { return try run() }
    let rate = sources.canvas.sampleRate
    let description = SoundDescription(
      catalog: sources.folder.catalog, sampleRate: rate, fingerprint: store.fingerprint)
    let key = try StoreKey("loudness 5") { key throws(RenderFailure) in
      for version in SoundLibraries.versions(encoder: "none") { key.add(version) }
      for number in [rate, sources.canvas.channels] { key.add(number) }
      for number in [target.integrated, target.truePeak] { key.add(number) }
      key.add(mix.length)
      // The limiter hears a little of what follows the programme.
      let heard = mix.length + LimitedSound.margin(at: rate)
      try description.describe(mix, level: nil, within: 0..<heard, to: &key)
    }
    if let kept = store.store.value(for: key), let level = try? JSONDecoder().decode(LoudnessLevel.self, from: kept) {
      return level
    }
    let level = try run()
    if mix.isUntouched(by: watch, in: sources.folder), let data = try? JSONEncoder().encode(level) {
      store.store.keep(data, for: key)
    }
    return level
  }
}
