import CFFmpeg
import TimelineModel

extension StreamParameters {
  /// What a muxer has to know of a stream whose packets are copied.
  init(copying stream: UnsafeMutablePointer<AVStream>, facts: VideoFacts) {
    let parameters = stream.pointee.codecpar.pointee
    self.init(
      codec: String(cString: avcodec_get_name(parameters.codec_id)), extradata: parameters.headers,
      profile: parameters.profile, level: parameters.level, bitRate: parameters.bit_rate,
      medium: .video(
        Video(
          size: facts.codedSize, rate: facts.timing.rate ?? FrameRate(25), pixelFormat: facts.pixelFormat,
          color: facts.color, reorderDepth: Int(parameters.video_delay))),
      tag: parameters.codec_id == AV_CODEC_ID_PRORES ? StreamParameters.name(ofTag: parameters.codec_tag) : nil)
    if StreamParameters.codecsToldByTag.contains(codec), parameters.codec_tag != 0 { encoderTag = parameters.codec_tag }
  }

  /// The codecs whose decoders depend on the container's tag.
  static let codecsToldByTag: Set<String> = ["utvideo", "rawvideo", "hap", "v408", "ayuv", "avrp"]

  /// ProRes is one codec under several tags, which tell players its kind.
  private static func name(ofTag tag: UInt32) -> String? {
    let bytes = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: tag >> $0) }
    return bytes.allSatisfy { $0 > 32 && $0 < 127 } ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
