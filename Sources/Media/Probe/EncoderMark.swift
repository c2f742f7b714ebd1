import CFFmpeg
import TimelineModel

extension PreciseProbe {
  /// Whether only the first packet of a picture tells which version of x264 wrote it.
  ///
  /// Until its core 151, x264 coded H.264 in 4:4:4 with transforms of 8x8 otherwise than the standard has it. Libavcodec
  /// decodes such a stream as it was meant if it has read the version, which stands before the first picture alone.
  func needsFirstPacket(_ video: VideoFacts) throws(LibAVError) -> Bool {
    let stream = try demuxer.stream(video.stream).pointee.codecpar.pointee
    guard stream.codec_id == AV_CODEC_ID_H264,
      ChromaSubsampling(pixelFormat: video.pixelFormat) == .none
    else { return false }
    let demuxer = try Demuxer(path: path)
    demuxer.select([video.stream])
    let packet = try Packet()
    while try demuxer.read(packet) {
      guard packet.stream == video.stream else { continue }
      guard let mark = packet.bytes.firstRange(of: PreciseProbe.mark) else { return false }
      let digits = packet.bytes[mark.upperBound...].prefix(4).prefix { (0x30...0x39).contains($0) }
      return Int(String(decoding: digits, as: UTF8.self)).map { $0 < PreciseProbe.firstRightCore } ?? false
    }
    return false
  }

  private static let mark = Array("x264 - core ".utf8)
  private static let firstRightCore = 151
}
