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
    func cubic(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
      let u = 1 - t
      return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
    }
    // x grows with t, so halving the interval always finds it.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if cubic(x1, x2, middle) < progress { low = middle } else { high = middle }
    }
    return cubic(y1, y2, (low + high) / 2)
  }
}

extension Ease: CustomStringConvertible {
  package var description: String {
    if let named = Ease.names.first(where: { $0.ease == self }) { return named.name }
    guard case .bezier(let x1, let y1, let x2, let y2) = self else { return "linear" }
    return "[\(x1), \(y1), \(x2), \(y2)]"
  }
}
