package import TimelineModel

/// Plays a stretch of sound faster or slower, from one sample on, and keeps its pitch; libavfilter's `atempo`.
package final class SpeedReader {
  private let filter: TempoFilter

  /// The first sample it gives is the source's sample `start`, counted on the grid of `source`. `speed` is source
  /// seconds per second played, above 0.
  package init(_ source: SoundReader, from start: Int64, speed: Rational) throws(LibAVError) {
    filter = try TempoFilter(speed: speed, sampleRate: source.sampleRate, channels: source.channels) {
      from, count throws(LibAVError) in try source.read(from: start + from, count: count)
    }
  }

  /// The next `count` samples, one array for each channel; silence once the source has ended.
  package func read(_ count: Int) throws(LibAVError) -> [[Float]] { try filter.read(count) }
}
