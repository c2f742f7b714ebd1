import TimelineModel

/// What the reference knows of a media file because it was made that way.
struct ReferenceSource: Sendable {
  var picture: MovingPicture?
  var sound: Sound?

  /// Frame n shows from `times[n]` until the next one, on the source clock; the last until `end`.
  struct MovingPicture: Sendable {
    var frames: [Picture]
    var times: [Rational]
    var end: Rational
    /// Nil where the rate varies.
    var frameDuration: Rational?
    /// Of the upright picture in square pixels.
    var displaySize: SIMD2<Double>
    /// Mirrored left to right first, then turned clockwise.
    var isMirrored = false
    var quarterTurns = 0
  }

  /// A sound that is known at every moment.
  struct Sound: Sendable {
    var tones: Tones
    /// On the source clock.
    var start: Rational
    var duration: Rational
  }
}

extension ReferenceSource.MovingPicture {
  /// The frame that shows at a source time within a segment that uses `range` of the source; nil where there is none.
  func frame(at time: Rational, within range: SourceRange, canvasFrame: Rational) -> Picture? {
    guard let start = times.first else { return nil }
    let holds = frameDuration ?? canvasFrame
    if time < start, start - range.start.seconds > holds { return nil }
    if time >= end, range.end.seconds - end > holds { return nil }
    return frames[max(0, (times.firstIndex { $0 > time } ?? times.count) - 1)]
  }

  /// From fractions of the stored picture to fractions of the upright one.
  var upright: PlaneMap {
    var map = PlaneMap { isMirrored ? SIMD2(1 - $0.x, $0.y) : $0 }
    for _ in 0..<quarterTurns { map = map.then { SIMD2(1 - $0.y, $0.x) } }
    return map
  }
}
