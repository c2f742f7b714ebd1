package import TimelineModel

extension MediaFacts {
  /// Where on the timeline a movie has a picture to show for its segment. A stretch without one at either edge that is
  /// no longer than a frame is filled by the frame beside it; a longer one is transparent.
  package func picturePresence(in mapping: TimeMapping, canvasFrame: Rational) -> TimelineRange {
    guard let end = videoEnd, mapping.source.duration != .zero else { return mapping.target }
    let frame = video?.timing.rate?.frameDuration ?? canvasFrame
    let (first, last) = (SourceTime(videoStart), SourceTime(end))
    var range = mapping.target
    if first - mapping.source.start > frame { range.start = max(range.start, mapping.target(at: first)) }
    if mapping.source.end - last > frame { range.end = min(range.end, mapping.target(at: last)) }
    return range
  }

  /// The frame of the stream's timing that shows at a source time; the first or last one beyond the ends.
  package func frame(at time: SourceTime) -> Int64 { video?.timing.frame(at: time.seconds - videoStart) ?? 0 }
}
