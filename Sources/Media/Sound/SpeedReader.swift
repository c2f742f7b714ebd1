import CFFmpeg
package import TimelineModel

/// Plays a stretch of sound faster or slower, from one sample on.
package final class SpeedReader {
  package enum Pitch: Hashable, Sendable {
    /// Stays as it is; libavfilter's `atempo`.
    case kept
    /// Rises and falls with the speed, as tape does.
    case follows
  }

  /// The first sample it gives is the source's sample `start`, counted on the grid of `source`. `speed` is source
  /// seconds per second played, above 0.
  package init(_ source: SoundReader, from start: Int64, speed: Rational, pitch: Pitch = .kept) throws(LibAVError) {}

  /// The next `count` samples, one array for each channel; silence once the source has ended.
  package func read(_ count: Int) throws(LibAVError) -> [[Float]] { [] }
}
