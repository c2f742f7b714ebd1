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
    case AV_CODEC_ID_FLV1: isPredictedFLV(bytes)
    // A picture starts with its type; in version 1 a start code and a number precede the type.
    case AV_CODEC_ID_MSMPEG4V1: bits(2, behind: 37, in: bytes) != 0
    case AV_CODEC_ID_MSMPEG4V2, AV_CODEC_ID_MSMPEG4V3, AV_CODEC_ID_WMV1: bits(2, behind: 0, in: bytes) != 0
    case AV_CODEC_ID_WMV2: bits(1, behind: 0, in: bytes) != 0
    case AV_CODEC_ID_FFV1: !KeyFrameProof.isFFV1(bytes)
    default: false
    }
  }

  /// The same of HEVC, by the type of its first slice (Rec. ITU-T H.265, 7.4.2.2).
  static func isPredictedHEVC(_ bytes: UnsafeBufferPointer<UInt8>, _ framing: NALFraming) -> Bool {
    var offset = 0
    while let unit = framing.next(in: bytes, from: &offset) {
      let type = NALCodec.hevc.type(bytes[unit.lowerBound])
      if NALCodec.hevc.isSlice(type) { return !HEVCUnit.randomAccess.contains(type) }
    }
    return false
  }

  /// Whether only the container tells which pictures of a codec are keyframes.
  ///
  /// `isPredicted` does not read these codecs, and their decoders start at any picture without an error.
  static func isToldByContainer(_ codec: AVCodecID) -> Bool {
    let properties = avcodec_descriptor_get(codec)?.pointee.props ?? 0
    return properties & AV_CODEC_PROP_INTRA_ONLY == 0 && !toldByBits.contains(codec)
  }

  private static let toldByBits: Set<AVCodecID> = [
    AV_CODEC_ID_H263, AV_CODEC_ID_H263P, AV_CODEC_ID_MPEG4, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_FLV1,
    AV_CODEC_ID_MSMPEG4V1, AV_CODEC_ID_MSMPEG4V2, AV_CODEC_ID_MSMPEG4V3, AV_CODEC_ID_WMV1, AV_CODEC_ID_WMV2,
    AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1, AV_CODEC_ID_FFV1,
  ]

  /// Whether a picture of Sorenson H.263 is predicted.
  ///
  /// The header is a start code of 17 bits, a version of 5, a number of 8, a size of 3, the size in 16 or 32 bits if those
  /// are 0 or 1, and the type (Adobe Flash Video File Format 10.1, annex E.4.3.1).
  private static func isPredictedFLV(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var bits = BitReader(plain: bytes.prefix(16))
    guard bits.bits(17) == 1 else { return false }
    bits.skip(5 + 8)
    let size = bits.bits(3)
    bits.skip(size == 0 ? 16 : size == 1 ? 32 : 0)
    return bits.bits(2) != 0
  }

  /// Returns a number of `count` bits that starts at bit `place`.
  private static func bits(_ count: Int, behind place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var bits = BitReader(plain: bytes.prefix(16))
    bits.skip(place)
    return bits.bits(count)
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
