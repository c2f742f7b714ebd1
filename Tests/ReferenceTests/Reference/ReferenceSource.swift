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
  /// The frames that show at a time of a segment, with their shares; none where there is no picture.
  func frames(
    at time: TimelineTime, in mapping: TimeMapping, _ sampling: FrameSampling, canvasFrame: Rational
  ) -> [(picture: Picture, share: Double)] {
    guard let start = times.first else { return [] }
    let (moment, range) = (mapping.defined(at: time), mapping.source)
    let holds = frameDuration ?? canvasFrame
    if moment < start, start - range.start.seconds > holds { return [] }
    if moment >= end, range.end.seconds - end > holds { return [] }
    let index =
      mapping.isReversed
      ? max(0, (times.firstIndex { $0 >= moment } ?? times.count) - 1)
      : max(0, (times.firstIndex { $0 > moment } ?? times.count) - 1)
    let next = mapping.isReversed ? index - 1 : index + 1
    guard sampling == .blend, frames.indices.contains(next) else { return [(frames[index], 1)] }
    let (from, to) = (times[index], index + 1 < times.count ? times[index + 1] : end)
    let done = (mapping.isReversed ? to - moment : moment - from) / (to - from)
    let share = min(max(done.approximate, 0), 1)
    return [(frames[index], 1 - share), (frames[next], share)]
  }

  /// From fractions of the stored picture to fractions of the upright one.
  var upright: PlaneMap {
    var map = PlaneMap { isMirrored ? SIMD2(1 - $0.x, $0.y) : $0 }
    for _ in 0..<quarterTurns { map = map.then { SIMD2(1 - $0.y, $0.x) } }
    return map
  }
}
