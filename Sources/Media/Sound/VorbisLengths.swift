import CFFmpeg

/// Tells without decoding how many samples each packet of Vorbis gives, which its clock does not say exactly.
final class VorbisLengths {
  private var parser: OpaquePointer?

  /// Nil for other codecs.
  init?(_ stream: UnsafeMutablePointer<AVStream>) {
    let parameters = stream.pointee.codecpar.pointee
    guard parameters.codec_id == AV_CODEC_ID_VORBIS,
      let made = av_vorbis_parse_init(parameters.extradata, parameters.extradata_size)
    else { return nil }
    parser = made
  }

  deinit { av_vorbis_parse_free(&parser) }

  /// To be asked for every packet, in order, since the one before counts too.
  func count(_ packet: Packet) -> Int64 {
    var flags: Int32 = 0
    let bytes = packet.bytes
    return Int64(max(0, av_vorbis_parse_frame_flags(parser, bytes.baseAddress, Int32(bytes.count), &flags)))
  }
}
