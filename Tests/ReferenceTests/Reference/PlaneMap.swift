/// An affine map of the plane, known by where it takes three points.
struct PlaneMap: Sendable {
  private let origin: SIMD2<Double>
  private let xAxis: SIMD2<Double>
  private let yAxis: SIMD2<Double>

  /// `body` has to be affine.
  init(_ body: (SIMD2<Double>) -> SIMD2<Double>) {
    origin = body(.zero)
    xAxis = body(SIMD2(1, 0)) - origin
    yAxis = body(SIMD2(0, 1)) - origin
  }

  func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> { origin + xAxis * point.x + yAxis * point.y }

  /// This one first, then `next`.
  func then(_ next: (SIMD2<Double>) -> SIMD2<Double>) -> PlaneMap { PlaneMap { next(self($0)) } }

  /// Nil where it flattens the plane.
  var inverse: PlaneMap? {
    let determinant = xAxis.x * yAxis.y - xAxis.y * yAxis.x
    guard abs(determinant) > 1e-9 else { return nil }
    return PlaneMap { point in
      let moved = point - origin
      return SIMD2(
        (moved.x * yAxis.y - moved.y * yAxis.x) / determinant, (moved.y * xAxis.x - moved.x * xAxis.y) / determinant)
    }
  }

  /// How far it takes points apart that lie one apart along x, and along y.
  var reach: (x: SIMD2<Double>, y: SIMD2<Double>) { (xAxis, yAxis) }
}
