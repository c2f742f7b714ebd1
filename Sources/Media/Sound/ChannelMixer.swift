import CFFmpeg

/// Brings decoded sound to float samples in the mix's channels, at its own rate.
final class ChannelMixer {
  private let channels: Int
  private var swr: OpaquePointer?
  private var source: Source?

  /// What the converter was set up for.
  private struct Source: Equatable {
    var format: Int32
    var channels: Int32
    var mask: UInt64
    var sampleRate: Int32
  }

  init(channels: Int) { self.channels = channels }

  deinit { swr_free(&swr) }

  func planes(of frame: UnsafeMutablePointer<AVFrame>) throws(LibAVError) -> [[Float]] {
    let layout = frame.pointee.ch_layout
    let found = Source(
      format: frame.pointee.format, channels: layout.nb_channels,
      mask: layout.order == AV_CHANNEL_ORDER_NATIVE ? layout.u.mask : 0, sampleRate: frame.pointee.sample_rate)
    if found != source { try setUp(for: found) }
    let count = Int(frame.pointee.nb_samples)
    var planes = Array(repeating: [Float](repeating: 0, count: count), count: isSpread ? 1 : channels)
    let input = UnsafeRawPointer(frame.pointee.extended_data!).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    try libav(
      "swr_convert",
      planes.withMutablePlanes {
        swr_convert(swr, $0, Int32(count), UnsafeMutablePointer(mutating: input), Int32(count))
      })
    return isSpread ? Array(repeating: planes[0], count: channels) : planes
  }

  /// libswresample would spread mono at √½; here it goes to every side at 1.
  private var isSpread: Bool { source?.channels == 1 }

  private func setUp(for found: Source) throws(LibAVError) {
    swr_free(&swr)
    source = found
    var (input, output) = (AVChannelLayout(), AVChannelLayout())
    av_channel_layout_default(&input, found.channels)
    if found.mask != 0 { try libav("av_channel_layout_from_mask", av_channel_layout_from_mask(&input, found.mask)) }
    // Where the numbers of channels are equal nothing is folded, whatever the channels are called.
    if Int(found.channels) == channels || isSpread {
      output = input
    } else {
      av_channel_layout_default(&output, Int32(channels))
    }
    try libav(
      "swr_alloc_set_opts2",
      swr_alloc_set_opts2(
        &swr, &output, AV_SAMPLE_FMT_FLTP, found.sampleRate, &input, AVSampleFormat(found.format), found.sampleRate,
        0, nil))
    try libav("av_opt_set", av_opt_set(UnsafeMutableRawPointer(swr), "internal_sample_fmt", "fltp", 0))
    try libav("swr_init", swr_init(swr))
  }
}
