package import Diagnostics
package import TimelineModel

/// A value in time as it was written.
package enum Animated<Value: Sendable>: Sendable {
  case constant(Located<Value>)
  /// Ramps and steps.
  case pieces([Piece])
  /// Straight lines between values at times; the ease goes for each of them.
  case keys([Key], ease: Ease)

  package struct Piece: Sendable {
    package var content: Content
    package var span: SourceSpan
  }

  package enum Content: Sendable {
    case ramp(
      from: Located<Value>, to: Located<Value>, over: Located<RangeExpression>?, ease: Ease, after: AfterRamp,
      repetition: Repetition, returns: Bool)
    case step(at: Located<TimeExpression>, set: Located<Value>)
  }

  package struct Key: Sendable {
    package var at: Located<TimeExpression>
    package var value: Located<Value>
  }
}

/// How often a ramp runs.
package enum Repetition: Hashable, Sendable {
  case times(Int64)
  /// Until its owner ends.
  case endless
}
