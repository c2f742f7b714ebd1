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
    let begun = pieces.leadingCount { $0.range.start <= time }
    return begun == 0 ? base : pieces[begun - 1].value(at: time, base: base)
  }

  package func map<Other>(_ transform: (Value) -> Other) -> Curve<Other> {
    Curve<Other>(transform(base), pieces: pieces.map { $0.map(transform) })
  }

  /// Every value that some piece begins or ends with, and the base where it can be seen.
  package var extremes: [Value] { [base] + pieces.flatMap { [$0.from, $0.to] } }
}

extension Curve<Double> {
  /// The value where it is a share, which an ease cannot take beyond none and all.
  package func share(at time: TimelineTime) -> Double { min(max(value(at: time), 0), 1) }
}

/// One ramp, from `from` at its start to `to` at its end, once or over and over; a step where its range is empty.
package struct CurvePiece<Value: Interpolatable>: Hashable, Sendable {
  package var range: TimelineRange
  package var from: Value
  package var to: Value
  package var ease: Ease
  package var after: AfterRamp
  /// How it fills its range where it does not do so once.
  package var cycle: RampCycle?
  package var origin: SourceSpan?

  package init(
    _ range: TimelineRange, from: Value, to: Value, ease: Ease = .linear, after: AfterRamp = .hold,
    cycle: RampCycle? = nil, origin: SourceSpan? = nil
  ) {
    self.range = range
    self.from = from
    self.to = to
    self.ease = ease
    self.after = after
    self.cycle = cycle
    self.origin = origin
  }

  /// from + (to − from) · ease((t − a) / (b − a)) on [a, b); its last value or the base afterwards.
  func value(at time: TimelineTime, base: Value) -> Value {
    guard time < range.end else { return after == .hold ? last : base }
    let progress = cycle.map { $0.progress(after: time - range.start) } ?? range.share(before: time)
    return value(progress)
  }

  /// What it comes to at its end.
  package var last: Value {
    guard let cycle, !range.isEmpty else { return to }
    if (range.duration / cycle.whole).isWhole { return cycle.returns ? from : to }
    return value(cycle.progress(after: range.duration))
  }

  private func value(_ progress: Double) -> Value { Value.interpolate(from, to, ease.value(at: progress)) }

  package func map<Other>(_ transform: (Value) -> Other) -> CurvePiece<Other> {
    CurvePiece<Other>(
      range, from: transform(from), to: transform(to), ease: ease, after: after, cycle: cycle, origin: origin)
  }
}

/// A ramp that runs again and again.
package struct RampCycle: Hashable, Sendable {
  /// How long it takes to get from one value to the other.
  package var duration: Rational
  /// Whether it goes back the way it came before it begins anew.
  package var returns: Bool

  package init(duration: Rational, returns: Bool) {
    self.duration = duration
    self.returns = returns
  }

  /// From one beginning to the next.
  package var whole: Rational { returns ? duration + duration : duration }

  /// How far on the way it is, from 0 to 1.
  func progress(after passed: Rational) -> Double {
    let cycles = (passed / whole).floor ?? Int64(exactly: (passed.approximate / whole.approximate).rounded(.down)) ?? 0
    let inCycle = passed - whole * Rational(cycles)
    guard inCycle.isFinite else { return 0 }
    return (inCycle <= duration ? inCycle : whole - inCycle).approximate(over: duration)
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

extension RelativePoint: Interpolatable {
  package static func interpolate(_ a: RelativePoint, _ b: RelativePoint, _ fraction: Double) -> RelativePoint {
    func mix(_ a: RelativeLength, _ b: RelativeLength) -> RelativeLength {
      RelativeLength(
        pixels: .interpolate(a.pixels, b.pixels, fraction), fraction: .interpolate(a.fraction, b.fraction, fraction))
    }
    return RelativePoint(x: mix(a.x, b.x), y: mix(a.y, b.y))
  }
}

extension Color: Interpolatable {
  /// Each of its four numbers by itself, rounded to the nearest.
  package static func interpolate(_ a: Color, _ b: Color, _ fraction: Double) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(min(max(Double.interpolate(Double(a), Double(b), fraction).rounded(), 0), 255))
    }
    return Color(
      red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue), alpha: mix(a.alpha, b.alpha))
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
