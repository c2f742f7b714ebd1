import CFFmpeg
import TimelineModel

/// Where the frames of a codec with frames of equal length begin: what priming leaves of the first one, then every
/// length.
struct FrameGrid {
  let isRegular: Bool
  /// Where the first frame begins.
  private let beginning: Int64
  private var counts: [Int64] = []

  init(_ codec: AVCodecID, beginning: Int64) {
    self.beginning = beginning
    isRegular = [
      AV_CODEC_ID_OPUS, AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_MP2, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3,
    ].contains(codec)
  }

  var isLearned: Bool { counts.count == 3 }

  /// Takes note of the lengths of the stream's first frames.
  mutating func learn(count: Int64) {
    if !isLearned { counts.append(count) }
  }

  func nearest(to position: Int64) -> Int64 {
    guard let length = counts.max(), let first = counts.first else { return position }
    let offset = beginning + first % length
    return offset + (Rational(position - offset, length).rounded ?? 0) * length
  }
}
