package import Diagnostics

/// A value over timeline time: a base, and pieces that change it. Between pieces the last value holds.
package struct Curve<Value: Interpolatable>: Hashable, Sendable {
  /// The value before the first piece.
  package var base: Value
  /// In the order of their starts once they are verified; as written before.
  package var pieces: [CurvePiece<Value>]

  package init(_ base: Value, pieces: [CurvePiece<Value>] = []) {
    self.base = base
    self.pieces = pieces
  }

  package var isConstant: Bool { pieces.isEmpty }

  /// The value at `time`: that of the last piece that has begun, or the base.
  package func value(at time: TimelineTime) -> Value {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].range.start <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? base : pieces[low - 1].value(at: time, base: base)
  }

  package func map<Other>(_ transform: (Value) -> Other) -> Curve<Other> {
    Curve<Other>(transform(base), pieces: pieces.map { $0.map(transform) })
  }

  /// Every value that some piece begins or ends with, and the base where it can be seen.
  package var extremes: [Value] { [base] + pieces.flatMap { [$0.from, $0.to] } }
}

/// One ramp, from `from` at its start to `to` at its end; a step where its range is empty.
package struct CurvePiece<Value: Interpolatable>: Hashable, Sendable {
  package var range: TimelineRange
  package var from: Value
  package var to: Value
  package var ease: Ease
  package var after: AfterRamp
  package var origin: SourceSpan?

  package init(
    _ range: TimelineRange, from: Value, to: Value, ease: Ease = .linear, after: AfterRamp = .hold,
    origin: SourceSpan? = nil
  ) {
    self.range = range
    self.from = from
    self.to = to
    self.ease = ease
    self.after = after
    self.origin = origin
  }

  /// from + (to − from) · ease((t − a) / (b − a)) on [a, b), `to` or the base afterwards.
  func value(at time: TimelineTime, base: Value) -> Value {
    guard time < range.end else { return after == .hold ? to : base }
    let progress = ((time - range.start) / range.duration).approximate
    return Value.interpolate(from, to, ease.value(at: progress))
  }

  package func map<Other>(_ transform: (Value) -> Other) -> CurvePiece<Other> {
    CurvePiece<Other>(range, from: transform(from), to: transform(to), ease: ease, after: after, origin: origin)
  }
}

/// What holds once a ramp has ended: its last value, or the curve's base again.
package enum AfterRamp: String, Hashable, Sendable, CaseIterable { case hold, reset }

/// A value of which there is a mixture.
package protocol Interpolatable: Hashable, Sendable {
  /// `a` at fraction 0, `b` at 1.
  static func interpolate(_ a: Self, _ b: Self, _ fraction: Double) -> Self
}

extension Double: Interpolatable {
  package static func interpolate(_ a: Double, _ b: Double, _ fraction: Double) -> Double { a + (b - a) * fraction }
}

extension Point: Interpolatable {
  package static func interpolate(_ a: Point, _ b: Point, _ fraction: Double) -> Point {
    Point(x: .interpolate(a.x, b.x, fraction), y: .interpolate(a.y, b.y, fraction))
  }
}

extension Rect: Interpolatable {
  package static func interpolate(_ a: Rect, _ b: Rect, _ fraction: Double) -> Rect {
    Rect(
      x: .interpolate(a.x, b.x, fraction), y: .interpolate(a.y, b.y, fraction),
      width: .interpolate(a.width, b.width, fraction), height: .interpolate(a.height, b.height, fraction))
  }
}

extension AffineTransform: Interpolatable {
  package static func interpolate(_ p: Self, _ q: Self, _ fraction: Double) -> Self {
    func mix(_ a: Double, _ b: Double) -> Double { .interpolate(a, b, fraction) }
    return Self(mix(p.a, q.a), mix(p.b, q.b), mix(p.c, q.c), mix(p.d, q.d), mix(p.tx, q.tx), mix(p.ty, q.ty))
  }
}
