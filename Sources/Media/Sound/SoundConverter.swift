import CFFmpeg

/// Turns float samples into the sample format an encoder takes.
final class SoundConverter {
  private var swr: OpaquePointer?
  private let format: AVSampleFormat
  private var layout = AVChannelLayout()
  private let sampleRate: Int

  init(fromFloatTo format: AVSampleFormat, channels: Int, sampleRate: Int) throws(LibAVError) {
    self.format = format
    self.sampleRate = sampleRate
    av_channel_layout_default(&layout, Int32(channels))
    var (input, output) = (layout, layout)
    try libav(
      "swr_alloc_set_opts2",
      swr_alloc_set_opts2(
        &swr, &output, format, Int32(sampleRate), &input, AV_SAMPLE_FMT_FLTP, Int32(sampleRate), 0, nil))
    try libav("swr_init", swr_init(swr))
  }

  deinit {
    swr_free(&swr)
    av_channel_layout_uninit(&layout)
  }

  /// A frame of some of the samples that the caller frees.
  func frame(of samples: [[Float]], _ part: Range<Int>) throws(LibAVError) -> UnsafeMutablePointer<AVFrame> {
    var result: UnsafeMutablePointer<AVFrame>? = try allocated("av_frame_alloc", av_frame_alloc())
    do {
      result!.pointee.format = format.rawValue
      result!.pointee.sample_rate = Int32(sampleRate)
      result!.pointee.nb_samples = Int32(part.count)
      try libav("av_channel_layout_copy", av_channel_layout_copy(&result!.pointee.ch_layout, &layout))
      try libav("av_frame_get_buffer", av_frame_get_buffer(result, 0))
      try libav(
        "swr_convert",
        samples.withPlanes(from: part.lowerBound) { planes in
          swr_convert(swr, result!.pointee.extended_data, Int32(part.count), planes, Int32(part.count))
        })
    } catch {
      av_frame_free(&result)
      throw error
    }
    return result!
  }
}
