import CFFmpeg

/// Tells packets that are decoded but never shown: those that VP8 and VP9 use for reference, and access units of H.264
/// and HEVC that hold no picture.
enum HiddenFrames {
  static func isShown(_ bytes: UnsafeBufferPointer<UInt8>, codec: AVCodecID) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return false }
    switch codec {
    case AV_CODEC_ID_VP8: return first & 0x10 != 0
    case AV_CODEC_ID_VP9:
      // A superframe ends with its index and shows one of its frames.
      let isSuperframe = last & 0xE0 == 0xC0
      return isSuperframe || isVP9HeaderShown(first)
    case AV_CODEC_ID_H264: return hasSlice(bytes, .h264)
    case AV_CODEC_ID_HEVC: return hasSlice(bytes, .hevc)
    default: return true
    }
  }

  /// True for what is not made of start codes, and for what is long: a unit without a picture holds little else.
  private static func hasSlice(_ bytes: UnsafeBufferPointer<UInt8>, _ codec: NALCodec) -> Bool {
    guard bytes.count < 256, bytes.starts(with: [0, 0, 1]) || bytes.starts(with: [0, 0, 0, 1]) else { return true }
    var (offset, hasUnit) = (0, false)
    while let unit = NALFraming.annexB.next(in: bytes, from: &offset) {
      hasUnit = true
      if codec.isSlice(codec.type(bytes[unit.lowerBound])) { return true }
    }
    return !hasUnit
  }

  /// Frame marker, two profile bits, a reserved bit in profile 3, show_existing_frame, frame_type, show_frame.
  private static func isVP9HeaderShown(_ byte: UInt8) -> Bool {
    let reserved: UInt8 = byte & 0x30 == 0x30 ? 1 : 0
    let showsExisting = byte & (0x08 >> reserved) != 0
    return showsExisting || byte & (0x02 >> reserved) != 0
  }
}
