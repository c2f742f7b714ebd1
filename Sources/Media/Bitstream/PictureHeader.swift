import CFFmpeg

/// The part of a keyframe's headers that specifies size, chroma subsampling and color, which a container stores once
/// for a whole track.
struct PictureHeader: Hashable {
  private let bytes: [UInt8]

  /// Reads the header of a packet. Returns `nil` for other codecs, and if the packet is not a keyframe of the codec.
  init?(_ packet: UnsafeBufferPointer<UInt8>, codec: AVCodecID) {
    guard let bytes = PictureHeader.reader(for: codec)?(packet) else { return nil }
    self.bytes = bytes
  }

  /// Whether the keyframes of a codec have such headers.
  static func exists(in codec: AVCodecID) -> Bool { reader(for: codec) != nil }

  private static func reader(for codec: AVCodecID) -> ((UnsafeBufferPointer<UInt8>) -> [UInt8]?)? {
    switch codec {
    case AV_CODEC_ID_VP9: ofVP9
    case AV_CODEC_ID_AV1: KeyFrameProof.sequenceHeader
    case AV_CODEC_ID_PRORES: ofProRes
    case AV_CODEC_ID_MJPEG: ofJPEG
    case AV_CODEC_ID_DNXHD: ofDNxHD
    case AV_CODEC_ID_JPEG2000: ofJPEG2000
    case AV_CODEC_ID_MAGICYUV: ofMagicYUV
    case AV_CODEC_ID_DVVIDEO: ofDV
    default: nil
    }
  }

  /// Returns the profile, color and size (VP9 Bitstream Specification, 6.2).
  private static func ofVP9(_ packet: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard KeyFrameProof.isVP9(packet) else { return nil }
    var bits = BitReader(plain: packet.prefix(20))
    bits.skip(2)
    let profile = bits.bit() | bits.bit() << 1
    // A bit of profile 3, show_existing_frame, frame_type, show_frame, error_resilient_mode, and the sync code.
    bits.skip((profile == 3 ? 1 : 0) + 4 + 24)
    let depth = profile >= 2 ? bits.bits(1) : 0
    let space = bits.bits(3)
    let isRGB = space == 7
    let range = isRGB ? 1 : bits.bits(1)
    let samples = profile & 1 == 1 ? (isRGB ? bits.bits(1) : bits.bits(3)) : 0
    let (width, height) = (bits.bits(16), bits.bits(16))
    return [profile, depth, space, range, samples, width & 0xFF, width >> 8, height & 0xFF, height >> 8].map { UInt8($0) }
  }

  /// Returns the size, chroma subsampling, scan and color of a frame (SMPTE RDD 36, 5.1).
  private static func ofProRes(_ packet: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard packet.count > 28, packet[4..<8].elementsEqual("icpf".utf8) else { return nil }
    return Array(packet[16..<26])
  }

  /// Returns the frame header of a JPEG, and whether it brings its tables.
  private static func ofJPEG(_ packet: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    JPEGHeader(packet).map { $0.frame + [$0.quantization == .all ? 1 : 0, $0.huffman == .all ? 1 : 0] }
  }

  /// Returns the height, the width and the compression ID of a frame (SMPTE ST 2019-1).
  private static func ofDNxHD(_ packet: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard packet.count > 0x2C else { return nil }
    return Array(packet[0x18..<0x1C]) + Array(packet[0x28..<0x2C])
  }

  /// Returns the segment of sizes and components, the first one of a codestream (Rec. ITU-T T.800, A.5.1), and a box of
  /// colors where there is one (I.5.3.3).
  private static func ofJPEG2000(_ packet: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let marks: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]
    // The boxes of a file that come before the codestream are short.
    let head = packet.prefix(1 << 12)
    guard let start = head.firstRange(of: marks)?.lowerBound, start + 6 <= packet.count else { return nil }
    let length = Int(packet[start + 4]) << 8 | Int(packet[start + 5])
    guard start + 4 + length <= packet.count else { return nil }
    // The last box holds the codestream, whose length is that of the frame.
    return Array(packet[..<max(0, start - 8)]) + Array(packet[start + 4..<start + 4 + length])
  }

  /// Returns the version, format, size and layout of slices, which stand behind the name and the length of the header,
  /// as libavcodec reads them.
  private static func ofMagicYUV(_ packet: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard packet.count > 32, packet.prefix(4).elementsEqual("MAGY".utf8) else { return nil }
    return Array(packet[4..<32])
  }

  /// Returns the system, the kind of signal and the aspect ratio of a frame (IEC 61834-4).
  private static func ofDV(_ packet: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // The first pack of the video auxiliary data of the first sequence is the source, the second one the control.
    let source = 80 * 5 + 48
    guard packet.count > source + 8 else { return nil }
    return [packet[3] & 0x80, packet[4] & 7, packet[source + 3] & 0x1F, packet[source + 5], packet[source + 7] & 7]
  }
}
