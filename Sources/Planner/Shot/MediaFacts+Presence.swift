package import TimelineModel

extension MediaFacts {
  /// Where on the timeline a movie has a picture to show for its segment. A stretch without one at either edge that is
  /// no longer than a frame is filled by the frame beside it; a longer one is transparent.
  package func picturePresence(in mapping: TimeMapping, canvasFrame: Rational) -> TimelineRange {
    // What is frozen, turned back, looped or changes its speed lies within the picture, or is refused.
    guard let end = videoEnd, mapping.isPlain, !mapping.isFrozen else { return mapping.target }
    let frame = video?.timing.rate?.frameDuration ?? canvasFrame
    let (first, last) = (SourceTime(videoStart), SourceTime(end))
    var range = mapping.target
    if first - mapping.source.start > frame { range.start = max(range.start, mapping.target(at: first)) }
    if mapping.source.end - last > frame { range.end = min(range.end, mapping.target(at: last)) }
    return range
  }

  /// The frame of the stream's timing that shows at a time of a segment; the first or last one beyond the ends.
  package func frame(at time: TimelineTime, in mapping: TimeMapping) -> Int64 {
    guard let timing = video?.timing else { return 0 }
    let moment = mapping.source(at: time).seconds - videoStart
    return mapping.isReversed ? timing.frame(before: moment) : timing.frame(at: moment)
  }

  /// Two frames, the second of which comes after the first in the direction of play, and how much of the way to it is
  /// done; nil where the first shows alone.
  package func blend(at time: TimelineTime, in mapping: TimeMapping) -> (first: Int64, second: Int64, amount: Double)? {
    guard let timing = video?.timing, let count = timing.frameCount else { return nil }
    let moment = mapping.source(at: time).seconds - videoStart
    let first = frame(at: time, in: mapping)
    let second = mapping.isReversed ? first - 1 : first + 1
    guard (0..<count).contains(second) else { return nil }
    let (start, end) = (timing.seconds(ofFrame: first), timing.end(ofFrame: first))
    let (done, whole) = (mapping.isReversed ? end - moment : moment - start, end - start)
    return done > .zero && done < whole ? (first, second, done.approximate(over: whole)) : nil
  }
}
