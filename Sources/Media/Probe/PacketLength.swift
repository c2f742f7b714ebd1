import CFFmpeg
import TimelineModel

/// Tells how many samples a packet of sound decodes to, without decoding it.
final class PacketLength {
  private let parameters: UnsafeMutablePointer<AVCodecParameters>
  private let timeBase: Rational
  private var parser: UnsafeMutablePointer<AVCodecParserContext>?
  private var parsing: UnsafeMutablePointer<AVCodecContext>?

  /// `stream` outlives this.
  init(_ stream: UnsafeMutablePointer<AVStream>) throws(LibAVError) {
    parameters = stream.pointee.codecpar
    timeBase = Rational(stream.pointee.time_base)
    guard !isClockFine else { return }
    parser = av_parser_init(Int32(parameters.pointee.codec_id.rawValue))
    parser?.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    parsing = try allocated("avcodec_alloc_context3", avcodec_alloc_context3(nil))
    try libav("avcodec_parameters_to_context", avcodec_parameters_to_context(parsing, parameters))
  }

  deinit {
    av_parser_close(parser)
    avcodec_free_context(&parsing)
  }

  private var sampleRate: Rational { Rational(Int64(parameters.pointee.sample_rate)) }
  /// Durations on the stream's clock are exact.
  private var isClockFine: Bool { timeBase * sampleRate <= .one }

  func samples(in packet: Packet) -> Int64 {
    let byClock = (Rational(packet.duration) * timeBase * sampleRate).rounded ?? 0
    if isClockFine, packet.duration > 0 { return byClock }
    let byCodec = Int64(av_get_audio_frame_duration2(parameters, packet.pointer.pointee.size))
    if let parsed = parsedLength(packet), byCodec == 0 || parameters.pointee.frame_size == 0 { return parsed }
    return byCodec > 0 ? byCodec : byClock
  }

  private func parsedLength(_ packet: Packet) -> Int64? {
    guard let parser else { return nil }
    var (data, size): (UnsafeMutablePointer<UInt8>?, Int32) = (nil, 0)
    av_parser_parse2(
      parser, parsing, &data, &size, packet.pointer.pointee.data, packet.pointer.pointee.size, cff_no_timestamp,
      cff_no_timestamp, 0)
    return parser.pointee.duration > 0 ? Int64(parser.pointee.duration) : nil
  }
}
