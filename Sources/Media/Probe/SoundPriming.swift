import CFFmpeg
import TimelineModel

/// Finds what an encoder put before the first sample to get going, where it is decoded like all that follows.
///
/// QuickTime's edit lists leave it out, and so do decoders of Opus and Vorbis. Matroska can say how long it is, but FFmpeg
/// has done so only since version 6.1; before, as in other containers, it shows in sound that begins ahead of the
/// picture, or of the clock's zero, by just as much as an encoder needs.
struct SoundPriming {
  private let facts: AudioFacts
  private let stream: UnsafeMutablePointer<AVStream>
  private let isOrdinary: Bool

  /// `facts` begin with the first packet.
  init(_ demuxer: Demuxer, facts: AudioFacts) throws(LibAVError) {
    self.facts = facts
    stream = try demuxer.stream(facts.stream)
    // Of fragments, libavformat leaves out nothing.
    isOrdinary = !demuxer.format.hasPrefix("mov") || stream.pointee.nb_frames == 0
  }

  /// The same facts, which begin with the first sample that is heard beside a picture; as they are where nothing is known
  /// of priming.
  func leftOut(besides picture: VideoFacts?) -> AudioFacts {
    var result = facts
    result.priming = nil
    if let priming = samples(besides: picture), isPart(priming) {
      result.priming = priming
      result.start = result.start + Rational(priming, Int64(facts.sampleRate))
    }
    // What differs by no more than rounding begins together.
    let beginning = picture?.start ?? (result.priming == nil ? result.start : .zero)
    let rounding = SoundPriming.rounding
    let tick = result.priming == nil ? min(Rational(stream.pointee.time_base), rounding) : rounding
    if isOrdinary, (result.start - beginning).magnitude <= tick { result.start = beginning }
    return result
  }

  /// The largest error of the start, in seconds. Most containers round times to milliseconds. The ticks of AVI may be
  /// longer, but they count frames exactly.
  private static let rounding = Rational(1, 1000)

  /// Whether something is left behind it, as far as the length is known.
  private func isPart(_ priming: Int64) -> Bool {
    let whole = facts.duration * rate + Rational(facts.priming ?? 0)
    return whole <= .zero || Rational(priming) < whole
  }

  private func samples(besides picture: VideoFacts?) -> Int64? {
    let parameters = stream.pointee.codecpar.pointee
    guard isOrdinary, let customary = SoundPriming.customary[parameters.codec_id] else { return nil }
    if let delay = parameters.codecDelay { return (delay * rate).rounded }
    let lead = ((picture?.start ?? .zero) - facts.start) * rate
    // Either may have been rounded.
    let rounding = SoundPriming.rounding * rate
    let distances = customary.map { (lead - Rational($0)).magnitude }
    guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }), distances[nearest] <= rounding,
      distances[nearest] <= wholeFrames(of: picture, nearestTo: lead)
    else { return nil }
    return customary[nearest]
  }

  /// How far a lead, in samples, is from one of whole frames, by which a picture may as well begin later.
  private func wholeFrames(of picture: VideoFacts?, nearestTo lead: Rational) -> Rational {
    guard let frame = picture?.timing.rate.map({ $0.frameDuration * rate }), let count = (lead / frame).rounded,
      count > 0
    else { return rate }
    return (lead - Rational(count) * frame).magnitude
  }

  private var rate: Rational { Rational(facts.sampleRate) }

  /// The priming of FFmpeg's, Fraunhofer's and Apple's encoders of AAC, in samples.
  private static let ofAAC: [Int64] = [1024, 2048, 2112]

  /// The priming that encoders put first, in samples: those of FFmpeg, and for MP3 LAME.
  private static let customary: [AVCodecID: [Int64]] = [
    AV_CODEC_ID_AAC: ofAAC, AV_CODEC_ID_AAC_LATM: ofAAC, AV_CODEC_ID_MP3: [1105], AV_CODEC_ID_MP2: [481],
    AV_CODEC_ID_AC3: [256], AV_CODEC_ID_EAC3: [256],
  ]
}

extension AVCodecParameters {
  /// How long what gets the encoder going is, in seconds; nil where the container does not tell.
  var codecDelay: Rational? {
    initial_padding > 0 && sample_rate > 0 ? Rational(Int64(initial_padding), Int64(sample_rate)) : nil
  }
}
