import CFFmpeg
import Platform
import TimelineModel

/// Conforms the frames of a stream that changes its size, its pixel format or what its numbers mean under way, as one that
/// was joined of others does, to what the stream begins with.
final class FrameConformer {
  private let path: ConfinedPath
  private let facts: VideoFacts
  /// The colors that the stream is read with.
  private let meaning: ColorFacts
  /// The colors in the stream's header; nil if the document overrides them.
  private let declared: ColorFacts?
  /// The colors in the first frame; nil if it cannot be decoded. Read only if a frame contradicts the header.
  private lazy var beginning: ColorFacts? = colorsOfFirstFrame()

  init(_ demuxer: Demuxer, at path: ConfinedPath, _ facts: VideoFacts) throws(LibAVError) {
    (self.path, self.facts) = (path, facts)
    meaning = facts.color.resolved(pixelFormat: facts.pixelFormat, height: facts.codedSize.height)
    let declared = ColorFacts(try demuxer.stream(facts.stream).pointee.codecpar.pointee)
    self.declared = declared == facts.color ? declared : nil
  }

  /// Takes ownership of a decoded frame and returns it, converted if it differs from the beginning of the stream.
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

  /// Whether a frame's colors differ from those of the first frame.
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
