import CFFmpeg
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
  private var swr: OpaquePointer?
  private var nextSource: Int64 = 0
  private var nextResult: Int64?
  private var ready: [[Float]] = []

  /// Source samples ahead of what is wanted, more than the filter reaches.
  private var margin: Int64 { 1024 * max(1, ratio.ceiling ?? 1) }
  private static let step = 1024

  /// `ratio` is source samples for each sample of the result.
  package init(ratio: Rational, channels: Int, pull: @escaping SoundPull) {
    self.ratio = ratio
    self.channels = channels
    self.pull = pull
  }

  deinit { swr_free(&swr) }

  package func read(from: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    if nextResult.map({ from < $0 || from > $0 + Int64(Resampler.step * 64) }) ?? true { try begin(before: from) }
    while Int64(ready[0].count) < from - nextResult! + Int64(count) { try feed() }
    let skipped = Int(from - nextResult!)
    let result = ready.map { Array($0[skipped..<skipped + count]) }
    for channel in 0..<channels { ready[channel].removeFirst(skipped + count) }
    nextResult = from + Int64(count)
    return result
  }

  private func begin(before position: Int64) throws(LibAVError) {
    let (sourceStep, resultStep) = (ratio.numerator, ratio.denominator)
    let marginBlocks = margin / sourceStep + 1
    let block = (Rational(position, resultStep).floor ?? 0) - marginBlocks
    try setUp()
    nextSource = block * sourceStep
    nextResult = block * resultStep
    ready = Array(repeating: [], count: channels)
  }

  private func setUp() throws(LibAVError) {
    swr_free(&swr)
    var (input, output) = (AVChannelLayout(), AVChannelLayout())
    av_channel_layout_default(&input, Int32(channels))
    av_channel_layout_default(&output, Int32(channels))
    try libav(
      "swr_alloc_set_opts2",
      swr_alloc_set_opts2(
        &swr, &output, AV_SAMPLE_FMT_FLTP, Int32(clamping: ratio.denominator), &input, AV_SAMPLE_FMT_FLTP,
        Int32(clamping: ratio.numerator), 0, nil))
    // So many phases that each sample of the result has its own, and none is rounded.
    let phases = Int64(ratio.denominator.magnitude.nextPowerOf2Exponent)
    if phases > 10 { try libav("av_opt_set", av_opt_set_int(UnsafeMutableRawPointer(swr), "phase_shift", phases, 0)) }
    try libav("swr_init", swr_init(swr))
  }

  private func feed() throws(LibAVError) {
    let input = try pull(nextSource, Resampler.step)
    nextSource += Int64(Resampler.step)
    let room = Int((Rational(Resampler.step) / ratio).ceiling ?? 0) + 256
    var output = [[Float]].silence(channels: channels, count: room)
    let made = try libav(
      "swr_convert",
      input.withPlanes { source in
        output.withMutablePlanes { swr_convert(swr, $0, Int32(room), source, Int32(Resampler.step)) }
      })
    for channel in 0..<channels { ready[channel] += output[channel].prefix(Int(made)) }
  }
}

extension UInt64 {
  /// The least n with 2ⁿ not below this.
  fileprivate var nextPowerOf2Exponent: Int { self <= 1 ? 0 : UInt64.bitWidth - (self - 1).leadingZeroBitCount }
}
