package import Diagnostics
package import TimelineModel

/// A time as it was written: a sum whose terms get their meaning from the clock they are read on.
package struct TimeExpression: Hashable, Sendable {
  package var terms: [Term]
  package var span: SourceSpan

  package struct Term: Hashable, Sendable {
    package var isNegative: Bool
    package var value: Value
    package var span: SourceSpan
    /// As it was written.
    package var text: String
  }

  package enum Value: Hashable, Sendable {
    /// `8s`, `1500ms`, `1001/30s`, `00:00:08.5`.
    case seconds(Rational)
    /// `00:00:08`: the same, but a reader at a fractional rate may have meant timecode.
    case clock(Rational, Timecode)
    /// `90f`.
    case frames(Int64)
    /// `10:00:05:12`.
    case timecode(Timecode)
    case start
    case end
    /// `beach-1.start`: an end of something that has a name.
    case reference(TimeReference)
  }
}

extension TimeExpression {
  /// Which of its terms is the timecode that names a moment; all others are lengths. None is where the sum counts from
  /// something else.
  var place: Int? {
    let others = terms.reduce(0) { count, term in
      switch term.value {
      case .start, .end, .reference: count + (term.isNegative ? -1 : 1)
      case .seconds, .clock, .frames, .timecode: count
      }
    }
    guard others == 0 else { return nil }
    return terms.firstIndex { term in
      if case .timecode = term.value { !term.isNegative } else { false }
    }
  }
}

package struct TimeReference: Hashable, Sendable {
  package var name: String
  package var edge: Edge

  package enum Edge: String, Hashable, Sendable, CaseIterable { case start, end }
}

/// A half-open range of time as it was written: `A..B`, `A..+D`, `A..` or `..B`.
package struct RangeExpression: Hashable, Sendable {
  package var start: TimeExpression?
  package var end: TimeExpression?
  /// True where `end` is a length, as in `4s..+2s`.
  package var endIsLength: Bool
  package var span: SourceSpan
}
