import CFFmpeg

/// What a key frame says of its picture that a container says once for all: size, sampling and colours.
struct PictureHeader: Hashable {
  private let bytes: [UInt8]

  /// Nil for codecs whose frames say nothing of it, and for what is no key frame of the codec.
  init?(_ packet: UnsafeBufferPointer<UInt8>, codec: AVCodecID) {
    let said: [UInt8]? =
      switch codec {
      case AV_CODEC_ID_VP9: PictureHeader.ofVP9(packet)
      case AV_CODEC_ID_AV1: KeyFrameProof.sequenceHeader(ofAV1: packet)
      case AV_CODEC_ID_PRORES: PictureHeader.ofProRes(packet)
      case AV_CODEC_ID_MJPEG: PictureHeader.ofJPEG(packet)
      case AV_CODEC_ID_DNXHD: PictureHeader.ofDNxHD(packet)
      default: nil
      }
    guard let said else { return nil }
    bytes = said
  }

  /// Whether there are such frames of a codec.
  static func exists(in codec: AVCodecID) -> Bool {
    [AV_CODEC_ID_VP9, AV_CODEC_ID_AV1, AV_CODEC_ID_PRORES, AV_CODEC_ID_MJPEG, AV_CODEC_ID_DNXHD].contains(codec)
  }

  /// The profile, the colours and the size (VP9 Bitstream Specification, 6.2).
  private static func ofVP9(_ packet: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard KeyFrameProof.isVP9(packet) else { return nil }
    // There are no bytes in it against start codes.
    var bits = PlainBits(packet.prefix(20))
    bits.skip(2)
    let profile = bits.number(1) | bits.number(1) << 1
    // A bit of profile 3, show_existing_frame, frame_type, show_frame, error_resilient_mode, and the sync code.
    bits.skip((profile == 3 ? 1 : 0) + 4 + 24)
    let depth = profile >= 2 ? bits.number(1) : 0
    let space = bits.number(3)
    let isRGB = space == 7
    let range = isRGB ? 1 : bits.number(1)
    let samples = profile & 1 == 1 ? (isRGB ? bits.number(1) : bits.number(3)) : 0
    let (width, height) = (bits.number(16), bits.number(16))
    return [profile, depth, space, range, samples, width & 0xFF, width >> 8, height & 0xFF, height >> 8].map { UInt8($0) }
  }

  /// Size, sampling, scan and colours of a frame (SMPTE RDD 36, 5.1).
  private static func ofProRes(_ packet: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard packet.count > 28, packet[4..<8].elementsEqual("icpf".utf8) else { return nil }
    return Array(packet[16..<26])
  }

  /// The frame header of a JPEG (ITU-T T.81, B.2.2), with the size and the sampling of each component.
  private static func ofJPEG(_ packet: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var place = 2
    while place + 4 <= packet.count, packet[place] == 0xFF {
      let (marker, length) = (packet[place + 1], Int(packet[place + 2]) << 8 | Int(packet[place + 3]))
      if marker == 0xFF {
        place += 1
      } else if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
        return Array(packet[place..<min(place + 2 + length, packet.count)])
      } else {
        guard length >= 2, marker != 0xDA else { return nil }
        place += 2 + length
      }
    }
    return nil
  }

  /// The height, the width and the number of the compression (SMPTE ST 2019-1).
  private static func ofDNxHD(_ packet: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard packet.count > 0x2C else { return nil }
    return Array(packet[0x18..<0x1C]) + Array(packet[0x28..<0x2C])
  }
}

/// Reads bits of bytes as they stand. What lies behind the end reads as zeros.
private struct PlainBits {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  mutating func number(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, _ in
      defer { position += 1 }
      guard position < bytes.count * 8 else { return value << 1 }
      return value << 1 | Int(bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1)
    }
  }

  mutating func skip(_ count: Int) { position += count }
}
