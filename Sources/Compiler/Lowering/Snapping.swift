import Diagnostics
package import TimelineModel

/// A time of the picture that was moved to a frame, for `plan`.
package struct FrameMove: Hashable, Sendable {
  /// What was moved, such as `main: cut`.
  package var what: String
  /// In seconds.
  package var from: Rational
  package var to: Rational
}

extension Lowering {
  /// Whether cuts of the picture move to the nearest frames.
  var snaps: Bool { document.canvas?.value.snap?.value == .nearest }

  /// Where a time of the picture lies; of sound alone, where it was written.
  func snapped(_ time: TimelineTime, hasPicture: Bool = true) -> TimelineTime {
    snaps && hasPicture ? TimelineTime(canvas.rate.nearestFrame(to: time.seconds)) : time
  }

  func snapped(_ range: TimelineRange, hasPicture: Bool = true) -> TimelineRange {
    TimelineRange(snapped(range.start, hasPicture: hasPicture), snapped(range.end, hasPicture: hasPicture))
  }

  /// A length of whole frames, one at least.
  mutating func snappedLength(_ length: Rational, of what: String, hasPicture: Bool) -> Rational {
    guard snaps, hasPicture else { return length }
    let snapped = max(canvas.rate.nearestFrame(to: length), canvas.rate.frameDuration)
    note(what, from: length, to: snapped)
    return snapped
  }

  /// Reports what is so short that nothing is left of it between frames.
  mutating func leavesSomething(_ range: TimelineRange, of written: TimelineRange, _ what: String, at span: SourceSpan?)
    -> Bool
  {
    if !range.isEmpty || written.isEmpty { return true }
    log.report(
      .emptyRange,
      "nothing is left of \(what) where cuts move to the nearest frames: it lasts \(written.duration.inWords)", at: span
    )
    return false
  }

  mutating func note(_ what: String, from: Rational, to: Rational) {
    let move = FrameMove(what: what, from: from, to: to)
    if from != to, notedMoves.insert(move).inserted { moves.append(move) }
  }

  mutating func note(_ what: String, from written: TimelineRange, to range: TimelineRange) {
    note(what, from: written.start.seconds, to: range.start.seconds)
    note(what, from: written.end.seconds, to: range.end.seconds)
  }
}
