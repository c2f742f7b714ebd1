package import Diagnostics

extension TimeRange where Ruler == TimelineRuler {
  package init(_ stretch: TimelineStretch) {
    self.init(
      TimelineTime(stretch.start.numerator, stretch.start.denominator),
      TimelineTime(stretch.end.numerator, stretch.end.denominator))
  }

  package var stretch: TimelineStretch {
    let (first, last) = (start.seconds.nearlyNarrow, end.seconds.nearlyNarrow)
    return TimelineStretch(
      start: .init(first.numerator, first.denominator), end: .init(last.numerator, last.denominator))
  }
}
