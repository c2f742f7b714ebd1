import CFFmpeg
import TimelineModel

/// Changes the sample rate of planes of float samples that follow on one another. The first sample that comes out stands
/// where the first one went in.
final class SampleRateConverter {
  private let channels: Int
  private let ratio: Rational
  private var swr: OpaquePointer?

  /// `ratio` is how many samples go in for each that comes out: 147/160 from 44.1 to 48 kHz.
  init(ratio: Rational, channels: Int) throws(LibAVError) {
    (self.ratio, self.channels) = (ratio, channels)
    var (input, output) = (AVChannelLayout(), AVChannelLayout())
    av_channel_layout_default(&input, Int32(channels))
    av_channel_layout_default(&output, Int32(channels))
    try libav(
      "swr_alloc_set_opts2",
      swr_alloc_set_opts2(
        &swr, &output, AV_SAMPLE_FMT_FLTP, Int32(clamping: ratio.denominator), &input, AV_SAMPLE_FMT_FLTP,
        Int32(clamping: ratio.numerator), 0, nil))
    // So many phases that each sample of the result has its own, and none is rounded.
    let phases = Int64(UInt64(clamping: ratio.denominator).nextPowerOf2Exponent)
    if phases > 10 { try libav("av_opt_set", av_opt_set_int(UnsafeMutableRawPointer(swr), "phase_shift", phases, 0)) }
    try libav("swr_init", swr_init(swr))
  }

  deinit { swr_free(&swr) }

  /// What comes out for the next samples; the filter holds the last few of them back.
  func convert(_ input: [[Float]]) throws(LibAVError) -> [[Float]] {
    let count = input.first?.count ?? 0
    return try output(for: count) { input.withPlanes($0) }
  }

  /// What the filter still holds. Nothing can be converted afterwards.
  func finish() throws(LibAVError) -> [[Float]] {
    try output(for: 0) { $0(nil) }
  }

  private typealias Planes = UnsafeMutablePointer<UnsafePointer<UInt8>?>?

  private func output(for count: Int, _ lend: ((Planes) -> Int32) -> Int32) throws(LibAVError) -> [[Float]] {
    let room = Int((Rational(Int64(count)) / ratio).ceiling ?? 0) + 256
    var output = [[Float]].silence(channels: channels, count: room)
    let made = try libav(
      "swr_convert",
      lend { source in output.withMutablePlanes { swr_convert(swr, $0, Int32(room), source, Int32(count)) } })
    for channel in output.indices { output[channel].removeLast(room - Int(made)) }
    return output
  }
}

extension UInt64 {
  /// The least n with 2ⁿ not below this.
  fileprivate var nextPowerOf2Exponent: Int { self <= 1 ? 0 : UInt64.bitWidth - (self - 1).leadingZeroBitCount }
}
