import CFFmpeg

/// Coded bytes between a demuxer and a decoder; one is used again and again.
final class Packet {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws(LibAVError) { pointer = try allocated("av_packet_alloc", av_packet_alloc()) }

  deinit {
    var freeing: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&freeing)
  }

  var stream: Int { Int(pointer.pointee.stream_index) }
  var pts: Int64? { timestamp(pointer.pointee.pts) }
  var dts: Int64? { timestamp(pointer.pointee.dts) }
  var duration: Int64 { pointer.pointee.duration }
  var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// True for what an edit list leaves out: it is decoded but not shown.
  var isDiscarded: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
  }

  /// Samples that the container says do not belong to the programme, at the packet's start and end.
  var skippedSamples: (start: Int64, end: Int64) {
    var size = 0
    guard let data = av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 else { return (0, 0) }
    let words = UnsafeRawBufferPointer(start: data, count: size)
    return (
      Int64(UInt32(littleEndian: words.loadUnaligned(as: UInt32.self))),
      Int64(UInt32(littleEndian: words.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    )
  }
}

/// Nil for libav's "no timestamp".
func timestamp(_ value: Int64) -> Int64? { value == cff_no_timestamp ? nil : value }
