import CFFmpeg
import Glibc

/// Turns one stream's packets into frames.
final class Decoder {
  private var opened: UnsafeMutablePointer<AVCodecContext>?
  private let stream: UnsafeMutablePointer<AVStream>
  private let threads: Int
  /// Nil if what it logs tells nothing.
  private let complaints: DecoderComplaints?

  init(_ stream: UnsafeMutablePointer<AVStream>, threads: Int) throws(LibAVError) {
    (self.stream, self.threads) = (stream, threads)
    complaints = DecoderComplaints(stream.pointee.codecpar.pointee.codec_id)
    try open()
  }

  private func open() throws(LibAVError) {
    let parameters = stream.pointee.codecpar!
    guard let codec = Decoder.codec(for: stream) else {
      throw LibAVError(
        call: "avcodec_find_decoder", code: cff_error_decoder_not_found,
        text: "there is no decoder for \(String(cString: avcodec_get_name(parameters.pointee.codec_id)))")
    }
    opened = try allocated("avcodec_alloc_context3", avcodec_alloc_context3(codec))
    try libav("avcodec_parameters_to_context", avcodec_parameters_to_context(opened, parameters))
    context.pointee.pkt_timebase = stream.pointee.time_base
    context.pointee.thread_count = Int32(threads)
    // Later pictures may be larger than the first.
    context.pointee.max_pixels = Int64(PictureLimit.pixels)
    if Decoder.checking.contains(parameters.pointee.codec_id.rawValue) {
      context.pointee.err_recognition |= AV_EF_EXPLODE | AV_EF_CRCCHECK
    }
    // Libavcodec learns from the pictures how many of them change places, and drops those that come before it knows; it
    // cannot learn from pictures that are left out. So it waits for as many as there may be.
    if parameters.pointee.codec_id == AV_CODEC_ID_H264 { context.pointee.strict_std_compliance = FF_COMPLIANCE_STRICT }
    try libav("avcodec_open2", avcodec_open2(opened, codec, nil))
  }

  deinit { avcodec_free_context(&opened) }

  /// Codecs whose frames bring a sum or a hash of themselves, which their decoders do not look at of their own accord;
  /// that of HEVC says nothing of slices either that it cannot read.
  private static let checking = Set(
    [
      AV_CODEC_ID_HEVC, AV_CODEC_ID_FLAC, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_TTA, AV_CODEC_ID_WAVPACK,
    ].map(\.rawValue))

  /// True if the decoder of a codec says of its frames which of them lack their end.
  static func tellsMissingEnds(_ codec: AVCodecID) -> Bool { telling.contains(codec.rawValue) }

  private static let telling = Set(
    [AV_CODEC_ID_H264, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO].map(\.rawValue))

  /// Libavcodec's own decoders of VP8 and VP9 leave out the alpha that WebM keeps beside the picture.
  private static func codec(for stream: UnsafeMutablePointer<AVStream>) -> UnsafePointer<AVCodec>? {
    let id = stream.pointee.codecpar.pointee.codec_id
    if Dictionary(libav: stream.pointee.metadata)["alpha_mode"] == "1" {
      let name = [AV_CODEC_ID_VP8: "libvpx", AV_CODEC_ID_VP9: "libvpx-vp9"][id]
      if let codec = name.flatMap({ avcodec_find_decoder_by_name($0) }) { return codec }
    }
    return avcodec_find_decoder(id)
  }

  var context: UnsafeMutablePointer<AVCodecContext> { opened! }

  /// Whether packets are dropped, from the next one on, whose frames no other frame is made of.
  var leavesOutUnreferenced: Bool {
    get { context.pointee.skip_frame == AVDISCARD_NONREF }
    set { context.pointee.skip_frame = newValue ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
  }

  /// Decodes what the frames tell of themselves, and their pictures without the last step, which takes the edges of
  /// blocks off; all of it where frames bring a sum of themselves.
  func leaveOutLoopFilter() {
    guard !Decoder.checking.contains(context.pointee.codec_id.rawValue) else { return }
    context.pointee.skip_loop_filter = AVDISCARD_ALL
  }

  /// Nil says that the stream has ended.
  func send(_ packet: Packet?) throws(LibAVError) {
    if let packet { context.pointee.opaque = complaints?.mark(forPacketAt: packet.pts ?? packet.dts, isKey: packet.isKey) }
    guard context.pointee.codec_id == AV_CODEC_ID_SVG else {
      let code = LibAVLog.decoding(context.pointee.opaque) { avcodec_send_packet(context, packet?.pointer) }
      try libav("avcodec_send_packet", Decoder.told(code))
      return
    }
    try DrawingTrial.drawing { () throws(LibAVError) in
      _ = try libav("avcodec_send_packet", avcodec_send_packet(context, packet?.pointer))
    }
  }

  /// The code that a decoder means. Some return −1 for what they cannot read, which is the system's code for what is not
  /// permitted.
  private static func told(_ code: Int32) -> Int32 { code == -EPERM ? cff_error_invalid_data : code }

  /// The next finished frame; nil where the decoder wants more packets or has given all.
  func receive() throws(LibAVError) -> UnsafeMutablePointer<AVFrame>? {
    var frame: UnsafeMutablePointer<AVFrame>? = try allocated("av_frame_alloc", av_frame_alloc())
    let code = Decoder.told(LibAVLog.decoding(context.pointee.opaque) { avcodec_receive_frame(context, frame) })
    if code == 0 { return frame }
    av_frame_free(&frame)
    if code == cff_error_again || code == cff_error_eof { return nil }
    throw LibAVError(call: "avcodec_receive_frame", code: code, log: LibAVLog.lastLine)
  }

  /// What the decoder logged as wrong of the packet with a time, which is then forgotten; nil if it logged nothing.
  func takeComplaint(at time: Int64?) -> LibAVError? {
    complaints?.take(at: time).map { line in
      LibAVError(call: "decode", code: cff_error_invalid_data, text: "it is decoded in part", log: line)
    }
  }

  /// Whether a picture may be made of one that was missing, though the decoder said so of another one.
  func isInDoubt(at time: Int64?) -> Bool { complaints?.follows(at: time) ?? false }

  /// Forgets what it was decoding, for a seek. A decoder that would remember is opened anew: that of H.264 goes on saying
  /// of colors what it last read, and those of libvpx keep the alpha of pictures.
  func flush() {
    complaints?.reset()
    guard remembers else { return avcodec_flush_buffers(context) }
    var before = opened
    do throws(LibAVError) {
      try open()
      avcodec_free_context(&before)
    } catch {
      avcodec_free_context(&opened)
      opened = before
      avcodec_flush_buffers(context)
    }
  }

  private var remembers: Bool {
    if String(cString: context.pointee.codec.pointee.name).hasPrefix("libvpx") { return true }
    let (now, told) = (context.pointee, stream.pointee.codecpar.pointee)
    return now.codec_id == AV_CODEC_ID_H264
      && (now.color_range != told.color_range || now.colorspace != told.color_space
        || now.color_trc != told.color_trc || now.color_primaries != told.color_primaries)
  }
}
