package import TimelineModel

/// Plays a stretch of sound faster or slower, from one sample on, and keeps its pitch.
package final class SpeedReader {
  private let grains: GrainReader

  /// The first sample it gives is the source's sample `start`, counted on the grid of `source`. `speed` is source
  /// seconds per second played, above 0; reversed, the source's samples are gone through from `start` back. Nothing
  /// is heard of what lies beyond the `length` samples of the stretch.
  package convenience init(
    _ source: SoundReader, from start: Int64, length: Int64, speed: Rational, isReversed: Bool = false
  ) {
    let speed = speed.approximate
    self.init(source, from: start, length: length, isReversed: isReversed) { (Double($0) * speed, speed) }
  }

  /// One whose speed changes: `moment` says which sample of the source, counted from `start` on or back, each sample
  /// shows.
  package init(
    _ source: SoundReader, from start: Int64, length: Int64, isReversed: Bool,
    moment: @escaping (_ sample: Int64) -> (position: Double, speed: Double)
  ) {
    let pull = isReversed ? source.backward(from: start) : source.forward(from: start)
    grains = GrainReader(
      sampleRate: source.sampleRate, pull: mirroredSound(pull, length: max(1, length)), moment: moment)
  }

  /// The next `count` samples, one array for each channel.
  package func read(_ count: Int) throws(LibAVError) -> [[Float]] { try grains.read(count) }
}
