import Diagnostics
import TimelineModel

extension Lowering {
  /// A transition after what has been laid so far; nil where there is nothing it could lead from.
  mutating func lowerTransition(
    _ written: Located<TransitionItem>, after track: LaidTrack, cursor: TimelineTime
  ) -> LaidTransition? {
    let item = written.value
    var duration: Rational?
    if let length = item.duration {
      duration = self.length(length, on: .length(canvas.rate))
    } else {
      duration = .one
    }
    duration = duration.map {
      snappedLength($0, of: "\(track.id): length of a transition", hasPicture: track.kind.hasPicture)
    }
    if document.instructions != nil, track.kind.hasPicture {
      log.report(
        .transitionBesideInstructions, "the instructions decide the picture, so this transition would not be seen",
        at: written.span, notes: [Note("the instructions are here", at: document.instructions?.span)])
      return nil
    }
    guard let previous = track.segments.last, previous.range.end == cursor else {
      if lengthsAreKnown {
        let what = track.segments.isEmpty ? "on a first segment" : "after a gap"
        log.report(
          .transitionWithoutNeighbour, "there is nothing for a transition to lead from \(what)", at: written.span,
          fixIts: [
            FixIt("write `fade: { in: \((duration ?? .one).decimal ?? "1")s }`"),
            FixIt("leave the transition out", [.remove(written.span)]),
          ])
      }
      return nil
    }
    if case .xfade(let kind) = item.kind { checkXfade(kind) }
    guard let duration else { return nil }
    let handles = item.use == .handles ? duration : .zero
    let head = head(of: handles, item.align)
    return LaidTransition(
      kind: item.kind, duration: duration, head: head, tail: handles - head, sound: item.sound ?? .linear,
      origin: Origin(written.span))
  }

  /// How much of a transition over handles lies before its cut. Of an odd number of frames the larger half comes after.
  private func head(of duration: Rational, _ align: TransitionItem.Align) -> Rational {
    switch align {
    case .start: return .zero
    case .end: return duration
    case .centre:
      let frames = duration * canvas.rate.perSecond
      guard frames.isWhole, let half = (frames / Rational(2)).floor else { return duration / Rational(2) }
      return canvas.rate.seconds(ofFrame: half)
    }
  }

  /// A transition fits in both its neighbours, two of them share no frame, and handles are there.
  mutating func checkTransitions(of track: LaidTrack) {
    for (index, segment) in track.segments.enumerated() {
      guard let transition = segment.transition, index > 0 else { continue }
      let before = track.segments[index - 1]
      // How much it takes of the ranges of the two.
      let taken = (before: transition.duration - transition.tail, after: transition.duration - transition.head)
      let rooms = [(before.range.duration - taken.before, before), (segment.range.duration - taken.after, segment)]
      if let (_, culprit) = rooms.filter({ $0.0 < .zero }).min(by: { $0.0 < $1.0 }) {
        reportTooLong(transition, culprit, isBefore: culprit.origin == before.origin)
      } else if let earlier = before.transition, index > 1 {
        let shared = earlier.duration - earlier.head + taken.before - before.range.duration
        if shared > .zero, earlier.duration - earlier.head <= before.range.duration {
          log.report(
            .transitionsOverlap,
            "this transition begins \(shared.inWords) before the one into the segment before it is over",
            at: transition.origin.span, notes: [Note("the other transition is here", at: earlier.origin.span)])
        }
      }
      checkHandles(of: transition, before, segment, track.kind)
    }
  }

  private mutating func reportTooLong(_ transition: LaidTransition, _ culprit: LaidSegment, isBefore: Bool) {
    let which = isBefore ? "the segment before it" : "this segment"
    let part = isBefore ? transition.duration - transition.tail : transition.duration - transition.head
    let takes = part == transition.duration ? "" : ", \(part.inWords) of it \(isBefore ? "before" : "after") the cut"
    log.report(
      .transitionTooLong,
      "the transition takes \(transition.duration.inWords)\(takes), and \(which) lasts only \(culprit.range.duration.inWords)",
      at: transition.origin.span, notes: [Note("this one is too short", at: culprit.origin.span)])
    // What comes behind it lies where nobody meant it to.
    lengthsAreKnown = false
  }
}

// MARK: Handles

extension Lowering {
  /// What a transition shows beyond its cut has to be in the sources.
  private mutating func checkHandles(
    of transition: LaidTransition, _ before: LaidSegment, _ after: LaidSegment, _ kind: TrackItem.Kind
  ) {
    if transition.tail > .zero, let (past, available) = handle(of: before, kind, isTail: true) {
      report(
        transition, past, available, of: before, "after the end of the segment before",
        "an alignment at the end of the transition needs none there: write `align: end`")
    }
    if transition.head > .zero, let (past, available) = handle(of: after, kind, isTail: false) {
      report(
        transition, past, available, of: after, "before the beginning of this segment",
        "an alignment at its start needs none there: write `align: start`")
    }
  }

  /// How much of a handle is missing and how much there is, in timeline seconds; nil where there is enough. Less than a
  /// frame is held.
  private func handle(
    of segment: LaidSegment, _ kind: TrackItem.Kind, isTail: Bool
  ) -> (missing: Rational, available: Rational)? {
    guard case .media(let media) = segment.asset, let mapping = segment.mapping, !mapping.isFrozen,
      let facts = catalog.facts(for: media), let edge = isTail ? mapping.stretches.last : mapping.stretches.first
    else { return nil }
    // A loop goes on for ever, and has nothing before its first pass.
    if case .looped = mapping.course { return isTail ? nil : (segment.head, .zero) }
    let length = isTail ? segment.tail : segment.head
    let speed = isTail ? edge.endSpeed : edge.speed
    let hasPicture = kind.hasPicture && !segment.isUnseen && facts.video != nil
    let frame = (hasPicture ? facts.video?.timing.rate : nil)?.frameDuration ?? canvas.rate.frameDuration
    let there: Rational
    if isTail != mapping.isReversed {
      guard let end = hasPicture ? facts.videoEnd : facts.audioEnd ?? facts.videoEnd else { return nil }
      there = max(.zero, end - mapping.source.end.seconds)
    } else {
      there = max(.zero, mapping.source.start.seconds - (hasPicture ? facts.videoStart : .zero))
    }
    let missing = length * speed - there
    let isBeforeSource = mapping.extended(head: segment.head, tail: segment.tail).source.start < .zero
    guard missing >= frame || missing > .zero && isBeforeSource else { return nil }
    return (missing / speed, there / speed)
  }

  private mutating func report(
    _ transition: LaidTransition, _ missing: Rational, _ available: Rational, of segment: LaidSegment,
    _ place: String, _ advice: String
  ) {
    let found = available == .zero ? "nothing" : "only \(available.inWords)"
    log.report(
      .handlesMissing,
      "\(missing.inWords) of handle is missing \(place): the transition shows \((missing + available).inWords) there, and the source has \(found)",
      at: transition.origin.span, notes: [Note("this is the segment", at: segment.origin.span)],
      fixIts: [
        FixIt(advice),
        FixIt(
          "or lay the two over one another: `use: overlap`",
          transition.origin.span.map {
            [.set(key: "use", to: "overlap", in: .at($0)), .unset(key: "align", in: .at($0))]
          } ?? []),
      ])
  }
}
