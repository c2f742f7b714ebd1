package import TimelineModel

/// The programme's sound as one untouched stretch of one source, whose packets can be copied.
package struct SoundCopy: Hashable, Sendable {
  package var media: MediaReference
  package var audio: AudioFacts
  /// The stretch, by the samples of the stream.
  package var samples: Range<Int64>

  package init(media: MediaReference, audio: AudioFacts, samples: Range<Int64>) {
    self.media = media
    self.audio = audio
    self.samples = samples
  }
}

/// Whether the sound of a render is copied or has to be encoded, and then why.
package enum SoundDecision: Hashable, Sendable {
  case copy(SoundCopy)
  case encode([Obstacle])

  /// What stands in the way of copying, and what in the document asks for it.
  package struct Obstacle: Hashable, Sendable {
    package var reason: Reason
    package var origin: Origin
    /// In words, such as "44100 Hz, the canvas 48000".
    package var detail: String?

    package init(_ reason: Reason, _ origin: Origin, _ detail: String? = nil) {
      self.reason = reason
      self.origin = origin
      self.detail = detail
    }
  }

  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Copying was switched off.
    case forbidden
    case severalSegments = "several-segments"
    /// A part of what is rendered has no sound, or the source's ends too early.
    case silence
    case gain
    case effects
    case fade
    case speed
    case rateDiffers = "rate-differs"
    case channelsDiffer = "channels-differ"
    case codecDiffers = "codec-differs"
    /// The document gives the sound a bit rate, or the file a length.
    case sizeLimited = "size-limited"
    /// The document tells the encoder how to encode.
    case options
    /// The source's container does not tell the places of packets to the sample, or the output's cannot say where its
    /// sound begins within a packet.
    case container
  }
}

extension SoundDecision {
  /// Decides on the samples `range` of the timeline.
  package init(_ composition: Composition, range: Range<Int64>, catalog: MediaCatalog, isCopyingAllowed: Bool = true) {
    guard isCopyingAllowed else {
      self = .encode([Obstacle(.forbidden, composition.output.origin)])
      return
    }
    let heard = composition.heard(in: range)
    guard let (track, segment) = heard.first else {
      self = .encode([Obstacle(.silence, composition.origin)])
      return
    }
    guard heard.count == 1 else {
      self = .encode([Obstacle(.severalSegments, heard[1].segment.origin, "\(heard.count) are heard")])
      return
    }
    guard case .sound(let media, let mapping) = segment.content, let facts = catalog.facts(for: media),
      let audio = facts.audio
    else {
      self = .encode([Obstacle(.silence, segment.origin)])
      return
    }
    let rate = Rational(composition.canvas.sampleRate)
    let first = TimelineTime(Rational(range.lowerBound) / rate)
    let start = ((mapping.source(at: first).seconds - facts.audioStart) * rate).rounded ?? 0
    let copy = SoundCopy(media: media, audio: audio, samples: start..<start + Int64(range.count))
    let obstacles =
      composition.obstacles(toCopying: segment, on: track, range: range)
      + composition.obstacles(
        toCopying: copy, from: facts, for: segment, isUntouched: mapping.isPlain && mapping.speed == .one)
    self = obstacles.isEmpty ? .copy(copy) : .encode(obstacles)
  }
}

extension Composition {
  /// The segments of which something may be heard within a run of samples.
  fileprivate func heard(in range: Range<Int64>) -> [(track: AudioTrack, segment: AudioSegment)] {
    audioTracks.flatMap { track in
      track.segments.filter { !$0.isGap && !samples(of: $0.range).clamped(to: range).isEmpty }.map { (track, $0) }
    }
  }

  /// What is done to the one segment that is heard.
  fileprivate func obstacles(toCopying segment: AudioSegment, on track: AudioTrack, range: Range<Int64>)
    -> [SoundDecision.Obstacle]
  {
    var found: [SoundDecision.Obstacle] = []
    let covered = samples(of: segment.range)
    if covered.clamped(to: range) != range {
      found.append(.init(.silence, segment.origin, "it does not fill the range"))
    }
    let gains =
      [(segment.volume, segment.origin), (track.volume, track.origin)]
      + track.ducks.compactMap { duck in duck.gain.map { ($0, duck.origin) } }
    for (curve, origin) in gains where !isOne(curve, range) { found.append(.init(.gain, origin)) }
    for duck in track.ducks where duck.gain == nil { found.append(.init(.gain, duck.origin)) }
    if !segment.effects.isEmpty { found.append(.init(.effects, segment.origin)) }
    if !track.effects.isEmpty { found.append(.init(.effects, track.origin)) }
    if !mastering.effects.isEmpty { found.append(.init(.effects, mastering.origin)) }
    if mastering.loudness != nil { found.append(.init(.gain, mastering.origin, "the loudness")) }
    if isFaded(segment.fade, over: segment.range, in: range) { found.append(.init(.fade, segment.origin)) }
    if isFaded(track.fade, over: track.range, in: range) { found.append(.init(.fade, track.origin)) }
    let fades = Fade(
      in: segment.crossfadeIn.map { $0.shape == .sum ? .zero : $0.duration } ?? .zero,
      out: segment.crossfadeOut.map { $0.shape == .sum ? .zero : $0.duration } ?? .zero)
    if isFaded(fades, over: segment.range, in: range) { found.append(.init(.fade, segment.origin, "a cross-fade")) }
    return found
  }

  /// What the source is.
  fileprivate func obstacles(
    toCopying copy: SoundCopy, from facts: MediaFacts, for segment: AudioSegment, isUntouched: Bool
  ) -> [SoundDecision.Obstacle] {
    var found: [SoundDecision.Obstacle] = []
    let audio = copy.audio
    if !isUntouched { found.append(.init(.speed, segment.origin)) }
    if audio.sampleRate != canvas.sampleRate {
      found.append(.init(.rateDiffers, segment.origin, "\(audio.sampleRate) Hz, the canvas \(canvas.sampleRate)"))
    }
    if audio.channels != canvas.channels {
      found.append(.init(.channelsDiffer, segment.origin, "\(audio.channels), the canvas \(canvas.channels)"))
    } else if audio.layout != canvas.channelLayout {
      found.append(
        .init(.channelsDiffer, segment.origin, "\(audio.layout), the canvas \(canvas.channelLayout ?? "others")"))
    }
    // Of the codecs that may be written, the one whose packets can be cut out to the sample.
    if audio.codec != "aac" || output.audio?.encoder != "aac" {
      found.append(
        .init(.codecDiffers, segment.origin, "\(audio.codec), encoded with \(output.audio?.encoder ?? "none")"))
    }
    if audio.codec == "aac", let profile = audio.profile, profile != "LC" {
      found.append(.init(.codecDiffers, segment.origin, "\(profile), of which packets cannot be cut out to the sample"))
    }
    if output.audioRateIsWritten || output.fileLengthLimit != nil { found.append(.init(.sizeLimited, output.origin)) }
    if output.audio?.options.isEmpty == false { found.append(.init(.options, output.origin)) }
    if !facts.container.hasPrefix("mov") { found.append(.init(.container, segment.origin, facts.container)) }
    if audio.hasSeveralHeaders == true {
      found.append(.init(.codecDiffers, segment.origin, "parts of it have headers of their own"))
    }
    if audio.hasSeveralParts == true {
      found.append(.init(.container, segment.origin, "its edit list puts it together"))
    }
    if audio.losses != nil { found.append(.init(.container, segment.origin, "it is damaged")) }
    if ![.mp4, .mov, .m4a].contains(output.container) {
      found.append(.init(.container, output.origin, output.container.rawValue))
    }
    let length = (audio.duration * Rational(audio.sampleRate)).floor ?? 0
    if copy.samples.lowerBound < 0 || copy.samples.upperBound > length {
      found.append(.init(.silence, segment.origin, "the source is shorter"))
    }
    return found
  }

  private func samples(of range: TimelineRange) -> Range<Int64> {
    let rate = Rational(canvas.sampleRate)
    let first = (range.start.seconds * rate).ceiling ?? 0
    return first..<max(first, (range.end.seconds * rate).ceiling ?? first)
  }

  /// True where the curve is 1 at every sample of a run.
  private func isOne(_ curve: Curve<Double>, _ range: Range<Int64>) -> Bool {
    let rate = Rational(canvas.sampleRate)
    let (first, end) = (
      TimelineTime(Rational(range.lowerBound) / rate), TimelineTime(Rational(range.upperBound) / rate)
    )
    guard curve.value(at: first) == 1 else { return false }
    return curve.pieces.allSatisfy { piece in
      guard piece.range.start < end, piece.range.end > first || piece.range.start >= first else { return true }
      return piece.from == 1 && piece.to == 1
        && (piece.after == .hold || curve.base == 1 || piece.range.end >= end)
    }
  }

  private func isFaded(_ fade: Fade, over owner: TimelineRange, in range: Range<Int64>) -> Bool {
    let ramps = [
      TimelineRange(start: owner.start, duration: fade.in), TimelineRange(owner.end - fade.out, owner.end),
    ]
    return ramps.contains { !samples(of: $0).clamped(to: range).isEmpty }
  }
}
