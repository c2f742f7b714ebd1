package import TimelineModel

/// Changes the rate of sound that is pulled from somewhere, from any position on the grid of the result.
///
/// It begins a while before what is wanted, at a place that lies on both grids, with real samples in the filter. So
/// the same position gives the same sample wherever reading began.
package final class Resampler {
  private let channels: Int
  /// Source samples to result samples, in lowest terms: 147 to 160 from 44.1 to 48 kHz.
  private let ratio: Rational
  private let pull: SoundPull
  private var converter: SampleRateConverter?
  private var nextSource: Int64 = 0
  private var nextResult: Int64?
  private var ready: [[Float]] = []

  /// Source samples ahead of what is wanted, more than the filter reaches.
  private var margin: Int64 { 1024 * max(1, ratio.ceiling ?? 1) }
  /// Source samples that are converted at a time.
  private let step: Int

  /// `ratio` is source samples for each sample of the result.
  package init(ratio: Rational, channels: Int, pull: @escaping SoundPull) {
    self.ratio = ratio
    step = max(1, min(1024, Int((ratio * Rational(65536)).floor ?? 1024)))
    self.channels = channels
    self.pull = pull
  }

  package func read(from: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    if nextResult.map({ from < $0 || from > $0 + Int64(step * 64) }) ?? true { try begin(before: from) }
    while Int64(ready[0].count) < from - nextResult! + Int64(count) { try feed() }
    let skipped = Int(from - nextResult!)
    let result = ready.map { Array($0[skipped..<skipped + count]) }
    for channel in 0..<channels { ready[channel].removeFirst(skipped + count) }
    nextResult = from + Int64(count)
    return result
  }

  private func begin(before position: Int64) throws(LibAVError) {
    let (sourceStep, resultStep) = (Int64(clamping: ratio.numerator), Int64(clamping: ratio.denominator))
    let marginBlocks = margin / sourceStep + 1
    let block = (Rational(position, resultStep).floor ?? 0) - marginBlocks
    converter = try SampleRateConverter(ratio: ratio, channels: channels)
    nextSource = block * sourceStep
    nextResult = block * resultStep
    ready = Array(repeating: [], count: channels)
  }

  private func feed() throws(LibAVError) {
    let input = try pull(nextSource, step)
    nextSource += Int64(step)
    guard let made = try converter?.convert(input) else { return }
    for channel in 0..<channels { ready[channel] += made[channel] }
  }
}
