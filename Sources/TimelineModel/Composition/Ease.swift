import Foundation

/// How a ramp gets from its start to its end: a cubic Bézier from (0, 0) to (1, 1), as CSS defines easing.
package enum Ease: Hashable, Sendable {
  case linear
  /// The two inner control points; both x lie in 0...1.
  case bezier(x1: Double, y1: Double, x2: Double, y2: Double)

  package static let `in` = Ease.bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  package static let out = Ease.bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  package static let inOut = Ease.bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  package static let names: [(name: String, ease: Ease)] = [
    ("linear", .linear), ("in", .in), ("out", .out), ("in-out", .inOut),
  ]

  /// The eased progress for a linear one in 0...1.
  package func value(at progress: Double) -> Double {
    guard case .bezier(let x1, let y1, let x2, let y2) = self, progress > 0, progress < 1 else { return progress }
    let parameter = Ease.parameter(of: progress, x1, x2)
    return Ease.cubic(y1, y2, parameter)
  }

  private static func cubic(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
  }

  /// x grows with the parameter, so halving the interval always finds it.
  private static func parameter(of x: Double, _ x1: Double, _ x2: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if cubic(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The least and the most that it comes to: 0 and 1, but for one that overshoots.
  package var extremes: ClosedRange<Double> {
    guard case .bezier(_, let y1, _, let y2) = self, min(y1, y2) < 0 || max(y1, y2) > 1 else { return 0...1 }
    // Where the curve's derivative, a·t² + b·t + c but for a factor, is zero.
    let (a, b, c) = (1 + 3 * y1 - 3 * y2, 2 * y2 - 4 * y1, y1)
    let root = max(b * b - 4 * a * c, 0).squareRoot()
    let turns = abs(a) < 1e-12 ? [-c / b] : [(-b - root) / (2 * a), (-b + root) / (2 * a)]
    let values = turns.filter { $0 > 0 && $0 < 1 }.map { Ease.cubic(y1, y2, $0) }
    return min(0, values.min() ?? 0)...max(1, values.max() ?? 1)
  }

  /// The part of it between two linear progresses, as an ease of its own.
  func part(from start: Double, to end: Double) -> Ease {
    guard case .bezier(let x1, let y1, let x2, let y2) = self, start < end else { return self }
    let low = start <= 0 ? 0 : Ease.parameter(of: start, x1, x2)
    let high = end >= 1 ? 1 : Ease.parameter(of: end, x1, x2)
    func inner(_ p1: Double, _ p2: Double) -> (Double, Double) {
      let (first, last) = (Ease.cubic(p1, p2, low), Ease.cubic(p1, p2, high))
      let span = last - first
      guard span != 0 else { return (1.0 / 3, 2.0 / 3) }
      return (
        (Ease.blossom(p1, p2, low, low, high) - first) / span, (Ease.blossom(p1, p2, low, high, high) - first) / span
      )
    }
    let (x, y) = (inner(x1, x2), inner(y1, y2))
    return .bezier(x1: min(max(x.0, 0), 1), y1: y.0, x2: min(max(x.1, 0), 1), y2: y.1)
  }

  /// The control point of the cubic between parameters, by its polar form.
  private static func blossom(_ p1: Double, _ p2: Double, _ u: Double, _ v: Double, _ w: Double) -> Double {
    let one = u * (1 - v) * (1 - w) + (1 - u) * v * (1 - w) + (1 - u) * (1 - v) * w
    let two = u * v * (1 - w) + u * (1 - v) * w + (1 - u) * v * w
    return one * p1 + two * p2 + u * v * w
  }
}

extension Ease: CustomStringConvertible {
  package var description: String {
    if let named = Ease.names.first(where: { $0.ease == self }) { return named.name }
    guard case .bezier(let x1, let y1, let x2, let y2) = self else { return "linear" }
    return "[\(x1), \(y1), \(x2), \(y2)]"
  }
}
