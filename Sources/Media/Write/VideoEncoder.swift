import CFFmpeg
package import TimelineModel

/// Turns pictures into packets. The same pictures give the same bytes on every run and any number of cores, as long
/// as `threads` stays the same.
package final class VideoEncoder {
  /// Known once the encoder is open.
  package let parameters: StreamParameters
  private let encoder: EncoderContext
  private let log: PassLog?

  /// A key frame comes at least every `keyInterval` frames; nil leaves that to the options or the encoder.
  /// `parameterSetID` is the number that libx264 gives its parameter sets, by which they can stand beside others'.
  /// In the first of two passes the encoder goes by quality, whatever the settings say.
  package init(
    _ settings: VideoSettings, size: PixelSize, rate: FrameRate, color: ColorFacts = .bt709, keyInterval: Int? = nil,
    threads: Int = 1, parameterSetID: Int? = nil, pass: EncoderPass? = nil
  ) throws(LibAVError) {
    encoder = try EncoderContext(settings.encoder, medium: AVMEDIA_TYPE_VIDEO)
    log = try pass.map { pass throws(LibAVError) in try PassLog(pass, encoder: settings.encoder) }
    let context = encoder.context
    context.pointee.width = Int32(size.width)
    context.pointee.height = Int32(size.height)
    context.pointee.pix_fmt = try PixelFormat.named(settings.pixelFormat)
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.time_base = try AVRational(rate.frameDuration)
    context.pointee.framerate = try AVRational(rate.perSecond)
    context.pointee.colorspace = color.libavMatrix
    context.pointee.color_range = color.libavRange
    context.pointee.color_primaries = color.libavPrimaries
    context.pointee.color_trc = color.libavTransfer
    context.pointee.thread_count = Int32(threads)
    if let bitRate = settings.bitRate { context.pointee.bit_rate = Int64(bitRate) }
    if let keyInterval { context.pointee.gop_size = Int32(keyInterval) }
    let options = ReproducibleOptions.merged(
      into: settings.options, of: settings.encoder, keyInterval: keyInterval, threads: threads,
      parameterSetID: parameterSetID)
    try encoder.open(log?.prepare(context, options) ?? options)
    // libx265 does not tell how far it puts pictures out of order, and never does it further than by two.
    let reorderDepth = max(Int(context.pointee.has_b_frames), settings.encoder == "libx265" ? 2 : 0)
    parameters = encoder.parameters(
      .video(
        StreamParameters.Video(
          size: size, rate: rate, pixelFormat: settings.pixelFormat, color: color,
          reorderDepth: reorderDepth)))
  }

  /// The packets that are ready once the encoder has seen `frame`, whose time is `index` frames.
  package func encode(_ frame: VideoFrame, index: Int64) throws(LibAVError) -> [EncodedPacket] {
    let context = encoder.context.pointee
    guard frame.pointer.pointee.format == context.pix_fmt.rawValue, frame.pointer.pointee.width == context.width,
      frame.pointer.pointee.height == context.height
    else {
      throw LibAVError(
        call: encoder.name, code: cff_error_invalid_argument,
        text: "\(frame.size) \(frame.pixelFormat) came where "
          + "\(context.width)x\(context.height) \(PixelFormat.name(of: context.pix_fmt)) was to come")
    }
    var entering: UnsafeMutablePointer<AVFrame>? = try FrameBuffer.reference(to: frame)
    defer { av_frame_free(&entering) }
    forgetSource(of: entering!)
    entering!.pointee.pts = index
    return try encoder.encode(entering, duration: 1)
  }

  /// The packets that the encoder still held. Nothing can be encoded after this.
  package func finish() throws(LibAVError) -> [EncodedPacket] { try encoder.encode(nil, duration: 1) }

  /// What the first of two passes learnt, once it is finished; the encoder is closed for it.
  package func closeForStatistics() throws(LibAVError) -> PassStatistics {
    guard let log else { return PassStatistics(files: [:]) }
    encoder.close()
    return try log.statistics()
  }

  /// What a frame still knows of where it was decoded from would steer the encoder: key frames, fields, captions.
  private func forgetSource(of frame: UnsafeMutablePointer<AVFrame>) {
    frame.pointee.pict_type = AV_PICTURE_TYPE_NONE
    frame.pointee.key_frame = 0
    frame.pointee.interlaced_frame = 0
    frame.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    while frame.pointee.nb_side_data > 0 {
      av_frame_remove_side_data(frame, frame.pointee.side_data[0]!.pointee.type)
    }
  }
}
