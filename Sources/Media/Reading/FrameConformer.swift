import CFFmpeg
import Platform
import TimelineModel

/// Conforms the frames of a stream that changes its size, its pixel format or what its numbers mean under way, as one that
/// was joined of others does, to what the stream begins with.
final class FrameConformer {
  private let path: ConfinedPath
  private let facts: VideoFacts
  /// What the numbers of the frames mean.
  private let meaning: ColorFacts
  /// What the file says of that itself; nil if the document says otherwise.
  private let declared: ColorFacts?
  /// What the first frame says, where a later one does not say what the file does.
  private lazy var beginning: ColorFacts? = colorsOfFirstFrame()

  init(_ demuxer: Demuxer, at path: ConfinedPath, _ facts: VideoFacts) throws(LibAVError) {
    (self.path, self.facts) = (path, facts)
    meaning = facts.color.resolved(pixelFormat: facts.pixelFormat, height: facts.codedSize.height)
    let own = try demuxer.stream(facts.stream).pointee.codecpar.pointee
    let declared = ColorFacts(
      matrix: own.color_space, range: own.color_range, primaries: own.color_primaries, transfer: own.color_trc)
    self.declared = declared == facts.color ? declared : nil
  }

  /// Takes over a frame that has just been decoded.
  func conform(_ decoded: UnsafeMutablePointer<AVFrame>) throws(LibAVError) -> VideoFrame {
    let frame = VideoFrame(adopting: decoded)
    let own = frame.color
    let means = isChanged(own) ? own.resolved(pixelFormat: frame.pixelFormat, height: frame.size.height) : meaning
    means.apply(to: decoded)
    let isShaped = frame.size == facts.codedSize && frame.pixelFormat == facts.pixelFormat
    if means == meaning {
      return isShaped
        ? frame : try FrameConverter.convert(frame, to: facts.pixelFormat, size: facts.codedSize, color: meaning)
    }
    // Another matrix is reached through planes of RGB.
    let planes = try FrameConverter.convert(
      frame, to: facts.hasAlpha ? "gbrap16le" : "gbrp16le", size: facts.codedSize,
      color: ColorFacts(matrix: "gbr", isFullRange: true))
    return try FrameConverter.convert(planes, to: facts.pixelFormat, color: meaning)
  }

  /// True for a frame whose numbers do not mean what those of the first one do.
  private func isChanged(_ own: ColorFacts) -> Bool {
    guard let declared, own.isCodedOtherwise(than: declared), let beginning else { return false }
    return own.isCodedOtherwise(than: beginning)
  }

  private func colorsOfFirstFrame() -> ColorFacts? {
    guard let decoder = try? FrameDecoder(Demuxer(path: path, picture: facts), stream: facts.stream),
      let first = try? decoder.next()
    else { return nil }
    return VideoFrame(adopting: first).color
  }
}
