import CFFmpeg

/// Tells from the bits of a packet that its picture is predicted from others, whatever the container says of it. Some
/// containers call packets key frames that are none.
enum PredictedPicture {
  /// True if the picture is predicted; false if it is not, and for codecs and packets that do not say.
  static func isPredicted(_ bytes: UnsafeBufferPointer<UInt8>, codec: AVCodecID) -> Bool {
    switch codec {
    case AV_CODEC_ID_H263, AV_CODEC_ID_H263P: isPredictedH263(bytes)
    // vop_coding_type, ISO/IEC 14496-2, 6.3.5: 0 is intra.
    case AV_CODEC_ID_MPEG4: byte(behindCode: 0xB6, at: 0, in: bytes).map { $0 >> 6 != 0 } ?? false
    // picture_coding_type behind ten bits of temporal_reference, ISO/IEC 13818-2, 6.3.9: 1 is intra.
    case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO:
      byte(behindCode: 0, at: 1, in: bytes).map { $0 >> 3 & 7 > 1 } ?? false
    default: false
    }
  }

  /// The header of a picture, ITU-T H.263, 5.1: a start code of 22 bits, a number of 8, and the type.
  private static func isPredictedH263(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var bits = BitReader(bytes.prefix(16), skipping: 0)
    guard bits.bits(22) == 0x20 else { return false }
    bits.skip(8 + 5)
    let hasLongType = bits.bits(3) == 7
    guard hasLongType else { return bits.bit() != 0 }
    // The optional part of it is there where the next number is 1.
    if bits.bits(3) == 1 { bits.skip(18) }
    return bits.bits(3) != 0
  }

  /// The byte at `offset` behind the first start code of a kind; nil if there is none.
  private static func byte(behindCode code: UInt8, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    var index = 0
    while let unit = NALFraming.annexB.next(in: bytes, from: &index) {
      guard bytes[unit.lowerBound] == code else { continue }
      let place = unit.lowerBound + 1 + offset
      return place < bytes.count ? bytes[place] : nil
    }
    return nil
  }
}
