package import Diagnostics

extension TimeRange where Ruler == TimelineRuler {
  package init(_ stretch: TimelineStretch) {
    self.init(
      TimelineTime(stretch.start.numerator, stretch.start.denominator),
      TimelineTime(stretch.end.numerator, stretch.end.denominator))
  }

  package var stretch: TimelineStretch {
    TimelineStretch(
      start: .init(start.seconds.numerator, start.seconds.denominator),
      end: .init(end.seconds.numerator, end.seconds.denominator))
  }
}
