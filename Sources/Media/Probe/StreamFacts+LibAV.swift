import CFFmpeg
import TimelineModel

extension StreamFacts {
  init(_ stream: UnsafeMutablePointer<AVStream>) {
    let parameters = stream.pointee.codecpar.pointee
    let metadata = Dictionary(libav: stream.pointee.metadata)
    self.init(
      index: Int(stream.pointee.index),
      medium: av_get_media_type_string(parameters.codec_type).map { String(cString: $0) } ?? "data",
      codec: String(cString: avcodec_get_name(parameters.codec_id)), language: metadata["language"],
      title: metadata["title"], isDecodable: stream.isDecodable, isDefault: stream.isDefault,
      isAttachedPicture: stream.isAttachedPicture, bitRate: parameters.bit_rate > 0 ? parameters.bit_rate : nil)
  }
}

extension UnsafeMutablePointer<AVStream> {
  /// False if there is no decoder for it, or nothing by which it could be decoded, as in a broadcast that has none of it.
  var isDecodable: Bool { avcodec_find_decoder(pointee.codecpar.pointee.codec_id) != nil && !isUnknown }

  /// True for a picture without a size and sound without a sample rate.
  var isUnknown: Bool {
    let parameters = pointee.codecpar.pointee
    return switch parameters.codec_type {
    case AVMEDIA_TYPE_VIDEO: parameters.width <= 0 && !isAttachedPicture
    case AVMEDIA_TYPE_AUDIO: parameters.sample_rate <= 0
    default: false
    }
  }

  var isDefault: Bool { pointee.disposition & AV_DISPOSITION_DEFAULT != 0 }
  var isAttachedPicture: Bool { pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 }

  /// What is said of the frame rate, most trustworthy first.
  var declaredRates: [Rational] {
    [pointee.avg_frame_rate, pointee.r_frame_rate].filter { $0.num > 0 && $0.den > 0 }.map { Rational($0) }
  }
}
