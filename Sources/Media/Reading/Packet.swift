import CFFmpeg

/// Coded bytes between a demuxer and a decoder; one is used again and again.
final class Packet {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws(LibAVError) { pointer = try allocated("av_packet_alloc", av_packet_alloc()) }

  /// A packet of the given bytes, which are decoded and shown at `time`, in ticks.
  convenience init(_ bytes: [UInt8], at time: Int64) throws(LibAVError) {
    try self.init()
    try libav("av_new_packet", av_new_packet(pointer, Int32(clamping: bytes.count)))
    bytes.withUnsafeBufferPointer { pointer.pointee.data.update(from: $0.baseAddress!, count: $0.count) }
    (pointer.pointee.pts, pointer.pointee.dts) = (time, time)
  }

  deinit {
    var freeing: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&freeing)
  }

  /// Moves the contents of another packet into this one. The other is empty then.
  func take(_ other: Packet) {
    withExtendedLifetime(other) {
      av_packet_unref(pointer)
      av_packet_move_ref(pointer, other.pointer)
    }
  }

  var stream: Int { Int(pointer.pointee.stream_index) }
  var pts: Int64? { timestamp(pointer.pointee.pts) }
  var dts: Int64? { timestamp(pointer.pointee.dts) }
  /// Where in the file it begins, in bytes; below 0 where that is not known.
  var place: Int64 { pointer.pointee.pos }
  var duration: Int64 { pointer.pointee.duration }
  var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// True for what an edit list leaves out: it is decoded but not shown.
  var isDiscarded: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
  /// True where the container knows that bytes are missing or wrong.
  var isCorrupt: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
  }
  /// What Matroska keeps beside it, such as alpha.
  var addition: UnsafeBufferPointer<UInt8> { side(AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL) }
  /// What decoders have to know beforehand, where an encoder only tells it now.
  var headers: UnsafeBufferPointer<UInt8> { side(AV_PKT_DATA_NEW_EXTRADATA) }

  /// The number of samples at its end that are not to be heard.
  var samplesLeftOut: Int64 {
    let bytes = side(AV_PKT_DATA_SKIP_SAMPLES)
    guard bytes.count >= 8 else { return 0 }
    return Int64(littleEndian: bytes[4..<8])
  }

  private func side(_ kind: AVPacketSideDataType) -> UnsafeBufferPointer<UInt8> {
    var size = 0
    let data = av_packet_get_side_data(pointer, kind, &size)
    return UnsafeBufferPointer(start: data, count: size)
  }
}

/// Nil for libav's "no timestamp".
func timestamp(_ value: Int64) -> Int64? { value == cff_no_timestamp ? nil : value }

extension Int64? {
  /// Whether sums and differences of such times fit, in ticks as well as in samples; true if there is none.
  func isCountable(in base: AVRational) -> Bool {
    guard let self else { return true }
    let most: Int64 = 1 << 61
    return -most...most ~= self && Double(self.magnitude) * av_q2d(base) <= 0x1p36
  }
}
