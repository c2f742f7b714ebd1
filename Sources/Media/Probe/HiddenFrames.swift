import CFFmpeg

/// Tells packets that are decoded but never shown, as VP8 and VP9 use for reference.
enum HiddenFrames {
  static func isShown(_ bytes: UnsafeBufferPointer<UInt8>, codec: AVCodecID) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return false }
    switch codec {
    case AV_CODEC_ID_VP8: return first & 0x10 != 0
    case AV_CODEC_ID_VP9:
      // A superframe ends with its index and shows one of its frames.
      let isSuperframe = last & 0xE0 == 0xC0
      return isSuperframe || isVP9HeaderShown(first)
    default: return true
    }
  }

  /// Frame marker, two profile bits, a reserved bit in profile 3, show_existing_frame, frame_type, show_frame.
  private static func isVP9HeaderShown(_ byte: UInt8) -> Bool {
    let reserved: UInt8 = byte & 0x30 == 0x30 ? 1 : 0
    let showsExisting = byte & (0x08 >> reserved) != 0
    return showsExisting || byte & (0x02 >> reserved) != 0
  }
}
