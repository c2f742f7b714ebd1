import CFFmpeg
import Platform
import TimelineModel

/// Conforms the frames of a stream that changes its size, its pixel format or what its numbers mean under way, as one that
/// was joined of others does, to what the stream begins with. A picture of another shape gets bars.
final class FrameConformer {
  private let path: ConfinedPath
  private let facts: VideoFacts
  /// The colors that the stream is read with.
  private let meaning: ColorFacts
  /// The colors in the stream's header; nil if the document overrides them.
  private let declared: ColorFacts?
  /// The pixel aspect in the stream's header.
  private let declaredAspect: Rational
  /// The first frame as it is coded, once a frame has contradicted the header; `.some(nil)` if it cannot be decoded.
  private var knownBeginning: VideoFrame??
  private var treaters: [PictureLight: FrameTreater] = [:]

  init(_ demuxer: Demuxer, at path: ConfinedPath, _ facts: VideoFacts) throws(LibAVError) {
    (self.path, self.facts) = (path, facts)
    meaning = facts.color.resolved(pixelFormat: facts.pixelFormat, height: facts.codedSize.height)
    let parameters = try demuxer.stream(facts.stream).pointee.codecpar.pointee
    let declared = ColorFacts(parameters)
    self.declared = declared == facts.color ? declared : nil
    declaredAspect = Rational(parameters.sample_aspect_ratio)
  }

  /// Takes ownership of a decoded frame and returns it, converted if it differs from the beginning of the stream.
  func conform(_ decoded: UnsafeMutablePointer<AVFrame>) throws(LibAVError) -> VideoFrame {
    var frame = VideoFrame(adopting: decoded)
    let own = frame.color
    let means = try isChanged(own) ? own.resolved(pixelFormat: frame.pixelFormat, height: frame.size.height) : meaning
    let size = try fittedSize(of: frame)
    means.apply(to: decoded)
    if means.isFullRange == false { frame.nameLayoutAlone() }
    if means != meaning, let mapping = LightMapping(from: means.light(peak: frame.peakLuminance), onto: light) {
      frame = try treater(mapping).treat(0, of: [frame])
    }
    if frame.color.isCodedOtherwise(than: meaning) {
      // Another matrix is reached through planes of RGB.
      frame = try FrameConverter.convert(
        frame, to: facts.hasAlpha ? "gbrap16le" : "gbrp16le", size: size,
        color: ColorFacts(matrix: "gbr", isFullRange: true))
    }
    if frame.size != size || frame.pixelFormat != facts.pixelFormat {
      frame = try FrameConverter.convert(frame, to: facts.pixelFormat, size: size, color: meaning)
    }
    meaning.apply(to: frame.pointer)
    return size == facts.codedSize ? frame : try FrameBuffer.centered(frame, in: facts.codedSize)
  }

  private var light: PictureLight { meaning.light(peak: facts.peakLuminance) }

  private func treater(_ mapping: LightMapping) -> FrameTreater {
    if let known = treaters[mapping.source] { return known }
    var treatment = FrameTreatment()
    treatment.light = mapping
    let treater = FrameTreater(treatment)
    treaters[mapping.source] = treater
    return treater
  }

  /// Whether a frame's colors differ from those of the first frame.
  private func isChanged(_ own: ColorFacts) throws(LibAVError) -> Bool {
    guard let declared, own.isOfAnotherKind(than: likely(declared)), let beginning = try beginning() else { return false }
    return own.isOfAnotherKind(than: likely(beginning.color))
  }

  /// Colors of the first frame, with what is not said as it is likely.
  private func likely(_ color: ColorFacts) -> ColorFacts {
    color.resolved(pixelFormat: facts.pixelFormat, height: facts.codedSize.height)
  }

  /// The first frame as it is coded; nil if it cannot be decoded.
  private func beginning() throws(LibAVError) -> VideoFrame? {
    if let knownBeginning { return knownBeginning }
    var first: VideoFrame?
    do throws(LibAVError) {
      let decoder = try FrameDecoder(Demuxer(path: path, picture: facts), stream: facts.stream)
      first = try decoder.next().map { VideoFrame(adopting: $0) }
    } catch {
      guard error.isDamage else { throw error }
    }
    knownBeginning = .some(first)
    return first
  }
}

// MARK: Shape

extension FrameConformer {
  /// The size at which a frame keeps its shape within the pixels of the stream.
  private func fittedSize(of frame: VideoFrame) throws(LibAVError) -> PixelSize {
    let (whole, aspect) = (facts.codedSize, try pixelAspect(of: frame))
    if frame.size == whole, aspect == facts.pixelAspect { return whole }
    guard FrameBuffer.canCenter(facts.pixelFormat) else { return whole }
    let shape = Rational(Int64(frame.size.width), Int64(frame.size.height)) * aspect
    let ratio = shape / (Rational(Int64(whole.width), Int64(whole.height)) * facts.pixelAspect)
    // What rounding to whole pixels makes of a shape is no other one.
    if (ratio - .one).magnitude < Rational(1, 100) { return whole }
    return ratio > .one
      ? PixelSize(width: whole.width, height: FrameConformer.length(whole.height, .one / ratio))
      : PixelSize(width: FrameConformer.length(whole.width, ratio), height: whole.height)
  }

  /// A length with as many whole pairs of pixels on its one side as on the other.
  private static func length(_ whole: Int, _ factor: Rational) -> Int {
    let side = (Rational(Int64(whole)) * (.one - factor) / Rational(4)).rounded ?? 0
    return max(whole - 4 * Int(side), whole % 4 == 0 ? 4 : whole % 4)
  }

  private func pixelAspect(of frame: VideoFrame) throws(LibAVError) -> Rational {
    let own = frame.pixelAspect
    if own == facts.pixelAspect || own == declaredAspect { return facts.pixelAspect }
    return try own == beginning()?.pixelAspect ? facts.pixelAspect : own
  }
}

extension VideoFrame {
  /// Gives a frame in limited range whose pixel format says full range, as H.264 leaves it, the one that says neither.
  fileprivate func nameLayoutAlone() {
    guard PixelFormatName.isFullRange(pixelFormat) else { return }
    pointer.pointee.format = av_get_pix_fmt(PixelFormatName.withoutRange(pixelFormat)).rawValue
  }

  /// The width of a pixel over its height; 1 if the frame does not say, or says what no camera makes.
  fileprivate var pixelAspect: Rational {
    let own = Rational(pointer.pointee.sample_aspect_ratio)
    return own.isFinite && own >= Rational(1, 16) && own <= Rational(16) ? own : .one
  }
}

extension ColorFacts {
  fileprivate func isOfAnotherKind(than other: ColorFacts) -> Bool {
    contradicts(other) || light().transfer != other.light().transfer
  }
}
