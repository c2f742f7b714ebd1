/// A point on one ruler, in exact seconds. Timeline time and source time are different types, so that only a
/// `TimeMapping` takes one to the other. A length of time is a plain `Rational` of seconds.
package struct TimePoint<Ruler: Sendable>: Hashable, Comparable, Sendable {
  package var seconds: Rational

  package init(_ seconds: Rational) { self.seconds = seconds }
  package init(_ numerator: Int64, _ denominator: Int64) { seconds = Rational(numerator, denominator) }

  package static var zero: Self { Self(.zero) }

  package static func < (a: Self, b: Self) -> Bool { a.seconds < b.seconds }
  package static func + (a: Self, length: Rational) -> Self { Self(a.seconds + length) }
  package static func - (a: Self, length: Rational) -> Self { Self(a.seconds - length) }
  package static func - (a: Self, b: Self) -> Rational { a.seconds - b.seconds }
}

extension TimePoint: CustomStringConvertible {
  package var description: String { "\(seconds.decimal ?? seconds.description)s" }
}

/// The programme's own time: 0 is its first frame.
package enum TimelineRuler: Sendable {}
/// An asset's time: 0 is its earliest sample that is used.
package enum SourceRuler: Sendable {}

package typealias TimelineTime = TimePoint<TimelineRuler>
package typealias SourceTime = TimePoint<SourceRuler>
