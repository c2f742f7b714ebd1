import Diagnostics
import TimelineModel

extension Lowering {
  /// The sound of a track; nil for one that is only seen.
  mutating func audioTrack(from track: LaidTrack) -> AudioTrack? {
    guard track.kind.hasSound else { return nil }
    let owner = CurveOwner(range: programme, hasOwnClock: false)
    var segments: [AudioSegment] = []
    var cursor = TimelineTime.zero
    for (index, laid) in track.segments.enumerated() {
      let neighbours = (track.segments[safe: index - 1], track.segments[safe: index + 1])
      guard let segment = audioSegment(from: laid, after: neighbours.0, before: neighbours.1) else { continue }
      if segment.range.start > cursor {
        segments.append(AudioSegment(content: .gap, range: TimelineRange(cursor, segment.range.start)))
      }
      if segment.range.start < cursor, laid.transition == nil {
        reportEarlySound(of: laid, by: cursor - segment.range.start)
      }
      segments.append(segment)
      cursor = segment.range.end
    }
    if cursor < track.end { segments.append(AudioSegment(content: .gap, range: TimelineRange(cursor, track.end))) }
    var origin = track.origin
    if let mixed = names.mix[track.id.name]?.first {
      origin.fields[.volume] = origin.fields[.volume] ?? mixed.value.volume?.span
    }
    var result = AudioTrack(
      id: track.id, segments: segments, effects: effects(track.item.sound?.value.effects),
      volume: volume(of: track, owner: owner),
      fade: fade(track.item.fade, owner: CurveOwner(range: track.range, hasOwnClock: true)), range: track.range,
      origin: origin)
    result.language = track.item.language?.value
    if let span = track.item.language?.span { result.origin.fields[.language] = span }
    return result
  }

  /// A laid segment as sound; nil where it has none. A transition to or from a silent neighbour is a fade.
  private mutating func audioSegment(
    from laid: LaidSegment, after previous: LaidSegment?, before next: LaidSegment?
  ) -> AudioSegment? {
    // What is missing keeps its place, so that nobody says there was nothing.
    if laid.asset == .broken { return AudioSegment(content: .gap, range: laid.range, origin: laid.origin) }
    guard case .media(let media) = laid.asset, hasSound(laid), let mapping = soundMapping(of: laid, before: next) else {
      return nil
    }
    let owner = CurveOwner(range: laid.range, written: laid.writtenRange, hasOwnClock: true)
    var segment = AudioSegment(
      content: .sound(media, mapping), range: mapping.target,
      pitch: mapping.isAtOwnSpeed ? .keep : laid.item.pitch?.value ?? .keep,
      effects: effects(laid.item.sound?.value.effects), volume: curve(laid.item.volume, base: 1, owner: owner),
      fade: fade(laid.item.fade, owner: CurveOwner(range: laid.seen, written: laid.writtenSeen, hasOwnClock: true)),
      origin: laid.origin)
    // Where its sound is cut apart from its picture, ramps of the picture's length reach beyond it.
    segment.volume = segment.volume.cut(to: segment.range, of: laid.range)
    if segment.range.start < laid.range.start {
      segment.volume = segment.volume.reaching(back: segment.range.start, default: 1)
    }
    if let transition = laid.transition {
      if let previous, hasSound(previous) {
        segment.crossfadeIn = transition.crossfade
      } else {
        segment.fade.in = max(segment.fade.in, transition.duration)
      }
    }
    if let next, let transition = next.transition {
      if hasSound(next) {
        segment.crossfadeOut = transition.crossfade
      } else {
        segment.fade.out = max(segment.fade.out, transition.duration)
      }
    }
    return segment
  }

  /// Which part of its source a segment plays, and when: that of its picture, but for where its sound is cut.
  private mutating func soundMapping(of laid: LaidSegment, before next: LaidSegment?) -> TimeMapping? {
    guard let mapping = laid.mapping else { return nil }
    let source = mapping.source
    let follower = next.flatMap { $0.range.start <= laid.range.end && hasSound($0) ? $0 : nil }
    let (early, late) = (laid.soundLag, follower?.soundLag ?? .zero)
    guard mapping.isPlain else {
      if early != .zero || late != .zero {
        log.report(
          .conflictingKeys,
          "the sound of a segment that is reversed, looped or changes its speed is cut where its picture is",
          at: early != .zero ? laid.item.sound?.span : follower?.item.sound?.span)
      }
      return laid.seenMapping
    }
    let speed = source.duration / laid.range.duration
    let sounding = mapping.extended(head: laid.head - early, tail: laid.tail + late)
    let (heard, range) = (sounding.source, sounding.target)
    let cut = laid.item.sound?.span
    if range.start < .zero || heard.start < .zero {
      // What a transition lacks is said of the transition.
      guard early < .zero else { return nil }
      let missing = max(-range.start.seconds, -heard.start.seconds / speed)
      let what = -heard.start.seconds / speed < missing ? "the programme" : "its source"
      log.report(.segmentBeyondSource, "the sound would begin \(missing.inWords) before \(what) does", at: cut)
      return nil
    }
    guard range.start < range.end else {
      log.report(
        .emptyRange, "nothing is left of the sound between the cuts around it",
        at: early > .zero ? cut : follower?.item.sound?.span)
      return nil
    }
    if late > .zero, let end = audioEnd(of: laid), heard.end.seconds - end >= canvas.rate.frameDuration {
      let missing = (heard.end.seconds - end) / speed
      log.report(
        .segmentBeyondSource,
        "the sound of the segment before would have to go on for \(missing.inWords) more than its source has",
        at: follower?.item.sound?.span, notes: [Note("this is the segment before", at: laid.origin.span)])
      return nil
    }
    return TimeMapping(source: heard, target: range)
  }

  private func audioEnd(of laid: LaidSegment) -> Rational? {
    if case .media(let media) = laid.asset { catalog.facts(for: media)?.audioEnd } else { nil }
  }

  private mutating func reportEarlySound(of laid: LaidSegment, by excess: Rational) {
    log.report(
      .segmentOverlap, "the sound begins \(excess.inWords) before that of the segment before has ended",
      at: laid.item.sound?.span ?? laid.origin.span)
  }

  private func hasSound(_ laid: LaidSegment) -> Bool {
    guard !laid.isSilent, case .media(let media) = laid.asset, laid.mapping != nil else { return false }
    return catalog.facts(for: media).map { $0.audio != nil } ?? true
  }

  /// A track's own volume, or its entry in the mix.
  private mutating func volume(of track: LaidTrack, owner: CurveOwner) -> Curve<Double> {
    let entries = names.mix[track.id.name] ?? []
    let own = track.item.volume
    for (index, entry) in entries.enumerated() where own != nil || index > 0 {
      let first = own?.span ?? entries[0].value.track?.span
      log.report(
        .mixDuplicateTrack, "the volume of `\(track.id)` is given twice", at: entry.value.track?.span,
        notes: [Note("given here as well", at: first)])
    }
    return curve(own ?? entries.first?.value.volume, base: 1, owner: owner)
  }

  /// Every entry of the mix names a track that has sound.
  mutating func checkMix(_ tracks: [LaidTrack]) {
    for entry in document.mix {
      guard let track = entry.value.track else { continue }
      let number = names.trackNumbers[track.value]
      guard number.map({ !tracks[$0].kind.hasSound }) ?? true else { continue }
      let isKnown = number != nil
      let near = isKnown ? nil : names.nearSounds.nearest(to: track.value)
      log.report(
        .mixUnknownTrack, isKnown ? "the track `\(track.value)` has no sound" : "there is no track `\(track.value)`",
        at: track.span,
        fixIts: isKnown ? [] : .didYouMean(near, at: track.span))
    }
  }
}

extension LaidTransition {
  fileprivate var crossfade: Crossfade { Crossfade(duration: duration, shape: sound) }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
