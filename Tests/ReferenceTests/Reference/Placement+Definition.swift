import func Foundation.cos
import func Foundation.sin
import TimelineModel

extension Placement {
  /// From pixels of the cropped picture to canvas pixels.
  func defined(
    at time: TimelineTime, croppedSize: SIMD2<Double>, canvas: SIMD2<Double>
  ) -> (SIMD2<Double>) -> SIMD2<Double> {
    let ratio = canvas / croppedSize
    let factor: SIMD2<Double> =
      switch fit {
      case .contain: SIMD2(repeating: min(ratio.x, ratio.y))
      case .cover: SIMD2(repeating: max(ratio.x, ratio.y))
      case .stretch: ratio
      case .none: SIMD2(1, 1)
      }
    let corner = (canvas - croppedSize * factor) / 2
    let fitted: (SIMD2<Double>) -> SIMD2<Double> = { corner + $0 * factor }
    if let matrix {
      let matrix = matrix.defined(at: time)
      return { matrix.defined(fitted($0)) }
    }
    let middle = fitted(SIMD2(anchor.x, anchor.y) * croppedSize)
    let landing = position.map { $0.defined(at: time).vector } ?? middle
    let (scale, rotation) = (scale.defined(at: time).vector, rotation.defined(at: time))
    return { landing + turned((fitted($0) - middle) * scale, by: rotation) }
  }

  /// True where the picture lies as `fit` laid it.
  var fitsOnly: Bool {
    position == nil && matrix == nil && scale == Curve(Point(x: 1, y: 1)) && rotation == Curve(0)
  }
}

extension CanvasTransform {
  func defined(at time: TimelineTime) -> (SIMD2<Double>) -> SIMD2<Double> {
    if let matrix {
      let matrix = matrix.defined(at: time)
      return { matrix.defined($0) }
    }
    let middle = anchor.vector
    let landing = position.map { $0.defined(at: time).vector } ?? middle
    let (scale, rotation) = (scale.defined(at: time).vector, rotation.defined(at: time))
    return { landing + turned(($0 - middle) * scale, by: rotation) }
  }

  func isIdentity(at time: TimelineTime) -> Bool {
    let transform = defined(at: time)
    return [SIMD2(0, 0), SIMD2(1, 0), SIMD2(0, 1)].allSatisfy { transform($0) == $0 }
  }
}

extension AffineTransform {
  /// (a·x + c·y + tx, b·x + d·y + ty).
  func defined(_ point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }
}

extension Point {
  var vector: SIMD2<Double> { SIMD2(x, y) }
}

/// Clockwise, as seen where y grows downwards.
func turned(_ point: SIMD2<Double>, by degrees: Double) -> SIMD2<Double> {
  // Whole quarters keep whole pixels whole.
  let quarters = degrees / 90
  if quarters == quarters.rounded() {
    var point = point
    for _ in 0..<((Int(quarters) % 4 + 4) % 4) { point = SIMD2(-point.y, point.x) }
    return point
  }
  let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
  return SIMD2(point.x * cosine - point.y * sine, point.x * sine + point.y * cosine)
}
