import CFFmpeg

/// A splitter of AMR packets that hold several frames of speech, as phones write them into 3GP. Libavcodec decodes only
/// the first frame of a packet.
final class SpeechSplitter {
  private let sizes: [Int]
  /// The last packet that was split, and how far its frames have been returned.
  private let whole: Packet
  private var place = 0
  private var number = 0
  private var count = 0

  /// Nil for other codecs.
  init?(_ stream: UnsafeMutablePointer<AVStream>) throws(LibAVError) {
    switch stream.pointee.codecpar.pointee.codec_id {
    case AV_CODEC_ID_AMR_NB: sizes = SpeechSplitter.narrowBand
    case AV_CODEC_ID_AMR_WB: sizes = SpeechSplitter.wideBand
    default: return nil
    }
    whole = try Packet()
  }

  /// The sizes of frames in bytes by their type, the type's byte included (RFC 4867, section 5.3); 0 for types that files
  /// do not hold.
  private static let narrowBand = [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1]
  private static let wideBand = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1]

  /// Forgets what is left, for a seek.
  func reset() { number = count }

  /// Puts the next frame of the last packet into `packet`; false if none is left.
  /// - Throws: LibAVError if there is no memory for it.
  func next(_ packet: Packet) throws(LibAVError) -> Bool {
    guard number < count else { return false }
    let size = sizes[Int(whole.bytes[place] >> 3 & 0xF)]
    try packet.take(place..<place + size, part: number, of: count, from: whole)
    (place, number) = (place + size, number + 1)
    return true
  }

  /// Leaves the first frame in a packet and keeps the others. One that is not made of whole frames stays as it is.
  func split(_ packet: Packet) throws(LibAVError) {
    let frames = frameCount(of: packet.bytes)
    guard frames > 1 else { return }
    whole.take(packet)
    (place, number, count) = (0, 0, frames)
    _ = try next(packet)
  }

  /// The number of frames in a packet; 0 if they do not fill it.
  private func frameCount(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (place, frames) = (0, 0)
    while place < bytes.count {
      let size = sizes[Int(bytes[place] >> 3 & 0xF)]
      guard size > 0, place + size <= bytes.count else { return 0 }
      (place, frames) = (place + size, frames + 1)
    }
    return frames
  }
}

extension Packet {
  /// Makes it a part of another packet: bytes of it, and an equal share of its time.
  fileprivate func take(_ bytes: Range<Int>, part: Int, of count: Int, from whole: Packet) throws(LibAVError) {
    av_packet_unref(pointer)
    try libav("av_packet_ref", av_packet_ref(pointer, whole.pointer))
    let (start, end) = (
      whole.duration * Int64(part) / Int64(count), whole.duration * Int64(part + 1) / Int64(count)
    )
    pointer.pointee.data += bytes.lowerBound
    pointer.pointee.size = Int32(bytes.count)
    if place >= 0 { pointer.pointee.pos += Int64(bytes.lowerBound) }
    if pts != nil { pointer.pointee.pts += start }
    if dts != nil { pointer.pointee.dts += start }
    pointer.pointee.duration = end - start
  }
}
