import CFFmpeg
import TimelineModel

/// Finds out whether a Matroska file breaks off before all that it lists, and what that is.
///
/// A file that was finished announces how long it is in bytes. If it is that long, nothing is missing, whatever the lengths
/// in its header are; if it is shorter, they tell whether more is missing than the index behind the last frame.
struct MatroskaEnd {
  private let demuxer: Demuxer
  private let structure: MatroskaStructure

  init(_ demuxer: Demuxer, _ structure: MatroskaStructure) {
    (self.demuxer, self.structure) = (demuxer, structure)
  }

  /// With what is missing, if anything is. `shown` are the times of the packets of the picture, in ticks.
  func facts(_ measured: MediaFacts, shown: [Int64]) throws(LibAVError) -> MediaFacts {
    guard let isShortened = structure.isShortened else {
      if isMuchMissing(in: measured) { return try listed(measured, breakingOffAt: missing(in: measured).min()) }
      var facts = measured
      if structure.endsWithinBlock { facts.breaksOff = end(of: facts).map { max($0 - facts.origin, .zero) } }
      return facts
    }
    guard isShortened else { return measured.endsInDamage ? try listed(measured) : measured }
    var facts = measured
    if let video = facts.video {
      let depth = try demuxer.stream(video.stream).pointee.codecpar.pointee.video_delay
      facts.video = video.wholeBeginning(reorderDepth: Int(depth)) ?? video
    }
    let end = try missing(in: facts).min()
    return end == nil ? measured : try listed(facts, breakingOffAt: end)
  }
}

// MARK: What is listed

extension MatroskaEnd {
  /// The container times at which picture and sound end that do so before they should.
  private func missing(in facts: MediaFacts) throws(LibAVError) -> [Rational] {
    let frame = facts.video?.timing.rate?.frameDuration ?? Rational(1, 25)
    let (picture, sound) = (end(of: facts.video), end(of: facts.audio))
    let (listedPicture, listedSound) = (try ownEnd(facts.video?.stream), try ownEnd(facts.audio?.stream))
    var missing: [Rational] = []
    if let picture, let listedPicture, listedPicture - picture > frame / Rational(2) { missing.append(picture) }
    if let sound, let listedSound, listedSound - sound > Rational(1, 500) { missing.append(sound) }
    if listedPicture == nil && listedSound == nil, let end = end(of: facts), let wholeEnd,
      wholeEnd - end > max(frame / Rational(2), Rational(1, 100))
    {
      missing.append(end)
    }
    return missing
  }

  /// Of a file that may still be growing, or was never finished, nothing tells the bytes that are missing.
  private func isMuchMissing(in facts: MediaFacts) -> Bool {
    guard facts.isDurationInHeader, let wholeEnd, let end = end(of: facts) else { return false }
    return wholeEnd - end > .one
  }

  /// `end` is on the container's clock; nil where neither picture nor sound is known to end too early by itself.
  private func listed(_ measured: MediaFacts, breakingOffAt end: Rational?) throws(LibAVError) -> MediaFacts {
    var facts = try listed(measured)
    facts.breaksOff = (end ?? self.end(of: measured)).map { max($0 - measured.origin, .zero) }
    return facts
  }

  /// The same facts with the lengths that the header lists.
  private func listed(_ measured: MediaFacts) throws(LibAVError) -> MediaFacts {
    var facts = measured
    if let video = facts.video, let rate = video.timing.rate, let end = try ownEnd(video.stream) ?? wholeEnd {
      facts.listedFrames = ((end - video.start) * rate.perSecond).rounded
    }
    if let audio = facts.audio, let end = try ownEnd(audio.stream) ?? wholeEnd { facts.listedSound = end - audio.start }
    return facts
  }

  private func end(of facts: MediaFacts) -> Rational? {
    [end(of: facts.video), end(of: facts.audio)].compactMap(\.self).max()
  }

  private func end(of video: VideoFacts?) -> Rational? {
    video.flatMap { video in video.duration.map { video.start + $0 } }
  }

  private func end(of audio: AudioFacts?) -> Rational? { audio.map { $0.start + $0.duration } }

  /// When all of the file ends by its header, on the container's clock.
  private var wholeEnd: Rational? {
    timestamp(demuxer.context.pointee.duration).map { Rational($0, Int64(AV_TIME_BASE)) }
  }

  private func ownEnd(_ index: Int?) throws(LibAVError) -> Rational? {
    try index.flatMap { index throws(LibAVError) in demuxer.taggedEnd(of: try demuxer.stream(index)) }
  }
}

extension Demuxer {
  /// When a stream ends, on the container's clock, by a tag of its own, as FFmpeg writes it into the header of Matroska;
  /// others write there how long it is.
  func taggedEnd(of stream: UnsafeMutablePointer<AVStream>) -> Rational? {
    let metadata = Dictionary(libav: context.pointee.metadata)
    guard format.hasPrefix("matroska"), (metadata["ENCODER"] ?? metadata["encoder"])?.hasPrefix("Lavf") == true else {
      return nil
    }
    let parts = Dictionary(libav: stream.pointee.metadata)["DURATION"]?.split(separator: ":") ?? []
    guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]),
      let seconds = Rational(decimal: parts[2])
    else { return nil }
    // Libavformat takes the delay from all times of a stream, but not from its length.
    let delay = stream.pointee.codecpar.pointee.codecDelay ?? .zero
    return Rational(hours) * Rational(3600) + Rational(minutes) * Rational(60) + seconds - delay
  }
}
