import CFFmpeg
package import TimelineModel

/// Turns pictures into packets. The same pictures give the same bytes on every run and any number of cores, as long
/// as `threads` stays the same.
package final class VideoEncoder {
  private let encoder: EncoderContext
  private let picture: StreamParameters.Video
  private let log: PassLog?
  /// How many frames it has had.
  private var frameCount = 0
  /// Those that the settings give it.
  private let options: [String: String]
  /// What the numbers of the frames mean that come, and of those that are encoded.
  private let colors: (given: ColorFacts, written: ColorFacts)

  /// A key frame comes at least every `keyInterval` frames; nil leaves that to the options or the encoder.
  /// `parameterSetID` is the number that libx264 gives its parameter sets, by which they can stand beside others'.
  /// In the first of two passes the encoder goes by quality, whatever the settings say.
  package init(
    _ settings: VideoSettings, size: PixelSize, rate: FrameRate, color: ColorFacts = .bt709, keyInterval: Int? = nil,
    threads: Int = 1, parameterSetID: Int? = nil, pass: EncoderPass? = nil
  ) throws(LibAVError) {
    encoder = try EncoderContext(settings.encoder, medium: AVMEDIA_TYPE_VIDEO)
    log = try pass.map { pass throws(LibAVError) in try PassLog(pass, encoder: settings.encoder) }
    let written = color.written(by: settings.encoder, in: settings.pixelFormat)
    options = settings.options
    colors = (color.inFrames(of: settings.pixelFormat), written)
    let context = encoder.context
    context.pointee.width = Int32(size.width)
    context.pointee.height = Int32(size.height)
    context.pointee.pix_fmt = try PixelFormat.named(settings.pixelFormat)
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.time_base = try AVRational(rate.frameDuration)
    context.pointee.framerate = try AVRational(rate.perSecond)
    context.pointee.colorspace = written.libavMatrix
    context.pointee.color_range = written.libavRange
    context.pointee.color_primaries = written.libavPrimaries
    context.pointee.color_trc = written.libavTransfer
    context.pointee.thread_count = Int32(threads)
    if let bitRate = settings.bitRate { context.pointee.bit_rate = Int64(bitRate) }
    if let keyInterval { context.pointee.gop_size = Int32(keyInterval) }
    let options = ReproducibleOptions.merged(
      into: settings.options, of: settings.encoder, keyInterval: keyInterval, threads: threads,
      parameterSetID: parameterSetID)
    try encoder.open(log?.prepare(context, options) ?? options)
    guard settings.encoder != "libxvid" || context.pointee.max_b_frames <= 0 else {
      throw LibAVError(call: "libxvid", complaint: "libavcodec loses the frames that libxvid holds back with `bf`")
    }
    // libx265 does not tell how far it puts pictures out of order, and never does it further than by two.
    let reorderDepth = max(Int(context.pointee.has_b_frames), settings.encoder == "libx265" ? 2 : 0)
    picture = StreamParameters.Video(
      size: size, rate: rate, pixelFormat: settings.pixelFormat, color: written, reorderDepth: reorderDepth)
  }

  /// What a container has to know; complete once there has been a packet.
  package var parameters: StreamParameters {
    var picture = picture
    let bits = Int(encoder.context.pointee.bits_per_coded_sample)
    picture.bitsPerPixel = bits > 0 ? bits : nil
    return encoder.parameters(.video(picture))
  }

  /// What is amiss with options that it took.
  var complaints: [ExportFinding] {
    encoder.complaints(of: .picture, options)
      + EncoderParameters.misplaced(in: options, picture, colors.written).map {
        ExportFinding(part: .picture, words: "`\($0.words)`", kind: .misplaced, options: [$0.option])
      }
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
    let written = try recolored(frame)
    var entering: UnsafeMutablePointer<AVFrame>? = try FrameBuffer.reference(to: written)
    defer { av_frame_free(&entering) }
    forgetSource(of: entering!)
    // Some encoders go by the frames' own.
    colors.written.apply(to: entering!)
    entering!.pointee.pts = index
    frameCount += 1
    return try encoder.encode(entering, duration: 1)
  }

  /// The frame with the numbers that the encoder is to write. Another matrix is reached through planes of RGB.
  private func recolored(_ frame: VideoFrame) throws(LibAVError) -> VideoFrame {
    guard colors.given != colors.written else { return frame }
    let given = VideoFrame(adopting: try FrameBuffer.reference(to: frame))
    colors.given.apply(to: given.pointer)
    let format = AVPixelFormat(frame.pointer.pointee.format)
    let planes =
      (PixelFormat.hasAlpha(format) ? "gbrap" : "gbrp") + (PixelFormat.depth(of: format) > 8 ? "16le" : "")
    let rgb = try FrameConverter.convert(given, to: planes, color: colors.given.inFrames(of: planes))
    return try FrameConverter.convert(rgb, to: frame.pixelFormat, color: colors.written)
  }

  /// The packets that the encoder still held. Nothing can be encoded after this.
  package func finish() throws(LibAVError) -> [EncodedPacket] { try encoder.encode(nil, duration: 1) }

  /// What the first of two passes learnt, once it is finished; the encoder is closed for it.
  package func closeForStatistics() throws(LibAVError) -> PassStatistics {
    guard let log else { return PassStatistics(files: [:]) }
    encoder.close()
    return try log.statistics(ofFrames: frameCount)
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
