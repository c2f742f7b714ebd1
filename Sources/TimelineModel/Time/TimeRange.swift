/// A half-open stretch of one ruler: `start` belongs to it, `end` to whatever follows.
package struct TimeRange<Ruler: Sendable>: Hashable, Sendable {
  package var start: TimePoint<Ruler>
  package var end: TimePoint<Ruler>

  package init(_ start: TimePoint<Ruler>, _ end: TimePoint<Ruler>) {
    self.start = start
    self.end = end
  }

  package init(start: TimePoint<Ruler>, duration: Rational) {
    self.start = start
    end = start + duration
  }

  package var duration: Rational { end - start }
  /// True where no point belongs to it; also where it runs backwards.
  package var isEmpty: Bool { end <= start }

  package func contains(_ time: TimePoint<Ruler>) -> Bool { start <= time && time < end }
  package func contains(_ other: Self) -> Bool { start <= other.start && other.end <= end }
  package func overlaps(_ other: Self) -> Bool { max(start, other.start) < min(end, other.end) }

  package func intersection(_ other: Self) -> Self? {
    let shared = Self(max(start, other.start), min(end, other.end))
    return shared.isEmpty ? nil : shared
  }

  /// The smallest range that holds both.
  package func union(_ other: Self) -> Self { Self(min(start, other.start), max(end, other.end)) }
}

extension TimeRange: CustomStringConvertible {
  package var description: String { "\(start)..\(end)" }
}

package typealias TimelineRange = TimeRange<TimelineRuler>
package typealias SourceRange = TimeRange<SourceRuler>

extension TimeRange {
  /// Returns the part of the range that lies before a time, as a weight: 0 at its start and 1 at its end. The weight is
  /// right to the precision of a `Double` also if the exact fraction does not fit into a `Rational`.
  package func share(before time: TimePoint<Ruler>) -> Double {
    let (passed, whole) = (time - start, duration)
    if passed.isFinite, whole.isFinite { return passed.approximate(over: whole) }
    let (first, last) = (start.seconds.approximate, end.seconds.approximate)
    return first < last ? (time.seconds.approximate - first) / (last - first) : 1
  }
}
