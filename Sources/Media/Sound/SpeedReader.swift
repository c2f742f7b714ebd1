package import TimelineModel

/// Plays a stretch of sound faster or slower, from one sample on.
package final class SpeedReader {
  package enum Pitch: Hashable, Sendable {
    /// Stays as it is; libavfilter's `atempo`.
    case kept
    /// Rises and falls with the speed, as tape does.
    case follows
  }

  private enum Engine {
    case tempo(TempoFilter)
    case tape(Resampler, next: Int64)
    case grains(GrainReader)
  }
  private var engine: Engine

  /// The first sample it gives is the source's sample `start`, counted on the grid of `source`. `speed` is source
  /// seconds per second played, above 0; reversed, the source's samples are gone through from `start` back.
  package init(
    _ source: SoundReader, from start: Int64, speed: Rational, pitch: Pitch = .kept, isReversed: Bool = false
  ) throws(LibAVError) {
    let pull = isReversed ? source.backward(from: start) : source.forward(from: start)
    switch pitch {
    case .kept:
      engine = .tempo(
        try TempoFilter(speed: speed, sampleRate: source.sampleRate, channels: source.channels, pull: pull))
    case .follows:
      engine = .tape(Resampler(ratio: speed, channels: source.channels, pull: pull), next: 0)
    }
  }

  /// One whose speed changes and whose pitch stays: `moment` says which sample of the source, counted from `start` on or
  /// back, each sample shows.
  package init(
    _ source: SoundReader, from start: Int64, isReversed: Bool,
    moment: @escaping (_ sample: Int64) -> (position: Double, speed: Double)
  ) {
    let pull = isReversed ? source.backward(from: start) : source.forward(from: start)
    engine = .grains(GrainReader(sampleRate: source.sampleRate, pull: pull) { moment($0).position })
  }

  /// The next `count` samples, one array for each channel; silence once the source has ended.
  package func read(_ count: Int) throws(LibAVError) -> [[Float]] {
    switch engine {
    case .tempo(let filter): return try filter.read(count)
    case .grains(let reader): return try reader.read(count)
    case .tape(let resampler, let next):
      engine = .tape(resampler, next: next + Int64(count))
      return try resampler.read(from: next, count: count)
    }
  }
}
