import Diagnostics
import TimelineModel

extension Lowering {
  /// A transition after what has been laid so far; nil where there is nothing it could lead from.
  mutating func lowerTransition(
    _ written: Located<TransitionItem>, after track: LaidTrack, cursor: TimelineTime
  ) -> LaidTransition? {
    let item = written.value
    let duration: Rational?
    if let length = item.duration {
      duration = self.length(length, on: .length(canvas.rate))
    } else {
      duration = .one
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
          fixIts: [FixIt("write `fade: { in: \((duration ?? .one).decimal ?? "1")s }`")])
      }
      return nil
    }
    guard let duration else { return nil }
    return LaidTransition(
      kind: item.kind, duration: duration, sound: item.sound ?? .linear, origin: Origin(written.span))
  }

  /// A transition fits in both its neighbours, and two of them share no frame.
  mutating func checkTransitions(of track: LaidTrack) {
    for (index, segment) in track.segments.enumerated() {
      guard let transition = segment.transition, index > 0 else { continue }
      let before = track.segments[index - 1]
      let shortest = min(before.range.duration, segment.range.duration)
      if transition.duration > shortest {
        let culprit = before.range.duration < segment.range.duration ? before : segment
        let which = before.range.duration < segment.range.duration ? "the segment before it" : "this segment"
        log.report(
          .transitionTooLong,
          "the transition takes \(transition.duration.inWords), and \(which) lasts only \(culprit.range.duration.inWords)",
          at: transition.origin.span, notes: [Note("this one is too short", at: culprit.origin.span)])
      } else if let earlier = before.transition, index > 1 {
        let shared = earlier.duration + transition.duration - before.range.duration
        guard shared > .zero, earlier.duration <= before.range.duration else { continue }
        log.report(
          .transitionsOverlap,
          "this transition begins \(shared.inWords) before the one into the segment before it is over",
          at: transition.origin.span, notes: [Note("the other transition is here", at: earlier.origin.span)])
      }
    }
  }
}
