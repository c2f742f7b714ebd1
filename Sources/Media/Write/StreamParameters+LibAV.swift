import CFFmpeg
import TimelineModel

extension StreamParameters {
  /// True if libav can hold its numbers, which those that a damaged or hostile store tells need not be.
  package var fitsLibAV: Bool {
    switch medium {
    case .video(let video):
      [video.size.width, video.size.height, video.reorderDepth, video.bitsPerPixel ?? 0].allSatisfy(isNumber)
    case .audio(let audio):
      audio.sampleRate > 0
        && [audio.sampleRate, audio.frameSize, audio.priming, audio.packetLength ?? 0].allSatisfy(isNumber)
        && [audio.channels, audio.bitsPerSample, audio.significantBits ?? 0].allSatisfy { 0...1024 ~= $0 }
    }
  }

  private func isNumber(_ number: Int) -> Bool { 0...Int(Int32.max) ~= number }

  /// The unit of its packets' times: a frame or a sample.
  var timeBase: Rational {
    switch medium {
    case .video(let video): video.rate.frameDuration
    case .audio(let audio): Rational(1, Int64(audio.sampleRate))
    }
  }

  func apply(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(LibAVError) {
    guard let descriptor = avcodec_descriptor_get_by_name(codec) else {
      throw LibAVError(
        call: "avcodec_descriptor_get_by_name", code: cff_error_invalid_argument,
        text: "there is no codec called \(codec)")
    }
    parameters.pointee.codec_id = descriptor.pointee.id
    parameters.pointee.profile = profile
    parameters.pointee.level = level
    parameters.pointee.bit_rate = bitRate
    switch medium {
    case .video(let video): try apply(video, to: parameters)
    case .audio(let audio): apply(audio, to: parameters)
    }
    try applyExtradata(to: parameters)
  }

  private func apply(_ video: Video, to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(LibAVError) {
    parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    parameters.pointee.width = Int32(video.size.width)
    parameters.pointee.height = Int32(video.size.height)
    parameters.pointee.format = try PixelFormat.named(video.pixelFormat).rawValue
    parameters.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    parameters.pointee.color_space = video.color.libavMatrix
    parameters.pointee.color_range = video.color.libavRange
    parameters.pointee.color_primaries = video.color.libavPrimaries
    parameters.pointee.color_trc = video.color.libavTransfer
    // Nothing that is interlaced is written, and players of QuickTime want it said.
    parameters.pointee.field_order = AV_FIELD_PROGRESSIVE
    parameters.pointee.video_delay = Int32(video.reorderDepth)
    parameters.pointee.bits_per_coded_sample = Int32(video.bitsPerPixel ?? 0)
  }

  private func apply(_ audio: Audio, to parameters: UnsafeMutablePointer<AVCodecParameters>) {
    parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    parameters.pointee.sample_rate = Int32(audio.sampleRate)
    parameters.pointee.format = av_get_sample_fmt(audio.sampleFormat).rawValue
    av_channel_layout_default(&parameters.pointee.ch_layout, Int32(audio.channels))
    parameters.pointee.bits_per_coded_sample = Int32(audio.bitsPerSample)
    parameters.pointee.bits_per_raw_sample = Int32(audio.significantBits ?? 0)
    parameters.pointee.block_align = Int32(audio.packetLength ?? audio.channels * audio.bitsPerSample / 8)
    parameters.pointee.frame_size = Int32(audio.frameSize)
    parameters.pointee.initial_padding = Int32(audio.priming)
  }

  private func applyExtradata(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(LibAVError) {
    guard !extradata.isEmpty else { return }
    guard let memory = av_mallocz(extradata.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
      throw LibAVError(call: "av_mallocz", code: cff_error_no_memory)
    }
    memory.copyMemory(from: extradata, byteCount: extradata.count)
    parameters.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
    parameters.pointee.extradata_size = Int32(extradata.count)
  }
}
