import CFFmpeg

/// Takes packets of MPEG-4 apart that hold two frames. DivX and Xvid pack them so, and leave an empty packet behind in
/// whose place the second frame belongs.
final class PacketUnpacker {
  private var filter: UnsafeMutablePointer<AVBSFContext>?

  /// Nil for other codecs.
  init?(_ stream: UnsafeMutablePointer<AVStream>) throws(LibAVError) {
    guard stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_MPEG4,
      let found = av_bsf_get_by_name("mpeg4_unpack_bframes")
    else { return nil }
    try libav("av_bsf_alloc", av_bsf_alloc(found, &filter))
    try libav("avcodec_parameters_copy", avcodec_parameters_copy(filter!.pointee.par_in, stream.pointee.codecpar))
    filter!.pointee.time_base_in = stream.pointee.time_base
    try libav("av_bsf_init", av_bsf_init(filter))
  }

  deinit { av_bsf_free(&filter) }

  /// Forgets what came before, for a seek.
  func reset() { av_bsf_flush(filter) }

  /// What belongs in a packet's place; false where that is nothing.
  func unpack(_ packet: Packet) throws(LibAVError) -> Bool {
    try libav("av_bsf_send_packet", av_bsf_send_packet(filter, packet.pointer))
    let code = av_bsf_receive_packet(filter, packet.pointer)
    if code == cff_error_again { return false }
    try libav("av_bsf_receive_packet", code)
    return true
  }
}
