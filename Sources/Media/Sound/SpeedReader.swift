package import TimelineModel

/// Plays a stretch of sound faster or slower, from one sample on, and keeps its pitch.
package final class SpeedReader {
  private enum Engine {
    /// libavfilter's `atempo`, for one speed.
    case tempo(TempoFilter)
    case grains(GrainReader)
  }
  private let engine: Engine

  /// The first sample it gives is the source's sample `start`, counted on the grid of `source`. `speed` is source
  /// seconds per second played, above 0; reversed, the source's samples are gone through from `start` back.
  package init(
    _ source: SoundReader, from start: Int64, speed: Rational, isReversed: Bool = false
  ) throws(LibAVError) {
    let pull = isReversed ? source.backward(from: start) : source.forward(from: start)
    engine = .tempo(
      try TempoFilter(speed: speed, sampleRate: source.sampleRate, channels: source.channels, pull: pull))
  }

  /// One whose speed changes: `moment` says which sample of the source, counted from `start` on or back, each sample
  /// shows.
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
    case .tempo(let filter): try filter.read(count)
    case .grains(let reader): try reader.read(count)
    }
  }
}
