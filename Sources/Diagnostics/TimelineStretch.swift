/// A stretch of the timeline in exact seconds, for those who know no other times than fractions.
package struct TimelineStretch: Hashable, Sendable {
  package struct Fraction: Hashable, Sendable {
    package var numerator: Int64
    package var denominator: Int64
    package init(_ numerator: Int64, _ denominator: Int64) {
      self.numerator = numerator
      self.denominator = denominator
    }
  }

  package var start: Fraction
  package var end: Fraction

  package init(start: Fraction, end: Fraction) {
    self.start = start
    self.end = end
  }
}
