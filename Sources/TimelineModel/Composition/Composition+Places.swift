package import Diagnostics

extension Composition {
  /// When what stands at a place of the document is seen or heard: the time of the smallest thing that it is part of.
  /// Nil for what is about no time, or all of it.
  package func time(of span: SourceSpan) -> TimelineRange? {
    var best: (size: Int, range: TimelineRange)?
    func look(_ origin: Origin, _ range: TimelineRange) {
      for place in [origin.span].compactMap(\.self) + origin.fields.values {
        guard place.file == span.file, place.start <= span.start, span.end <= place.end else { continue }
        let size = place.range.count
        // Of what plays more than once under one name, all the time counts.
        if let known = best, known.size == size {
          best = (size, known.range.union(range))
        } else if best.map({ size < $0.size }) ?? true {
          best = (size, range)
        }
      }
    }
    for segment in videoSegments { look(segment.origin, segment.range) }
    for segment in audioSegments { look(segment.origin, segment.range) }
    for instruction in instructions { look(instruction.origin, instruction.range) }
    for title in titles { look(title.origin, title.range) }
    for chapter in chapters { look(chapter.origin, TimelineRange(chapter.at, chapter.end ?? chapter.at)) }
    return best?.range
  }
}
