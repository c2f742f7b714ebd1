import CFFmpeg

/// Brings decoded sound to float samples in the mix's channels, at the rate of each frame.
final class ChannelMixer {
  private let channels: Int
  private var swr: OpaquePointer?
  private var source: Source?
  private var matrix = ChannelMatrix.identity(0)

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
    var planes = [[Float]].silence(channels: Int(found.channels), count: count)
    let input = UnsafeRawPointer(frame.pointee.extended_data!).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    try libav(
      "swr_convert",
      planes.withMutablePlanes {
        swr_convert(swr, $0, Int32(count), UnsafeMutablePointer(mutating: input), Int32(count))
      })
    planes.silenceWhatIsNoNumber()
    return matrix.isIdentity ? planes : matrix.apply(to: planes)
  }

  private func setUp(for found: Source) throws(LibAVError) {
    swr_free(&swr)
    source = found
    var layout = AVChannelLayout()
    av_channel_layout_default(&layout, found.channels)
    if found.mask != 0 { try libav("av_channel_layout_from_mask", av_channel_layout_from_mask(&layout, found.mask)) }
    var output = layout
    try libav(
      "swr_alloc_set_opts2",
      swr_alloc_set_opts2(
        &swr, &output, AV_SAMPLE_FMT_FLTP, found.sampleRate, &layout, AVSampleFormat(found.format), found.sampleRate,
        0, nil))
    try libav("swr_init", swr_init(swr))
    matrix = ChannelMatrix(from: ChannelPlace.places(of: layout), to: channels)
  }
}

extension [[Float]] {
  /// Files of floating point may hold infinities and what is no number at all, which would spread through a mix.
  fileprivate mutating func silenceWhatIsNoNumber() {
    for channel in indices where !self[channel].allSatisfy(\.isFinite) {
      self[channel] = self[channel].map { $0.isFinite ? $0 : 0 }
    }
  }
}
