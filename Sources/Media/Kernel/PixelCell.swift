/// A pixel as it lies on the canvas, seen from the canvas's middle.
struct PixelCell {
  var corner: SIMD2<Double>
  var across: SIMD2<Double>
  var down: SIMD2<Double>

  var middle: SIMD2<Double> { corner + (across + down) / 2 }
  var corners: [SIMD2<Double>] { [corner, corner + across, corner + across + down, corner + down] }
  /// No point of it lies further than this from its middle.
  var reach: Double { (abs(across.x) + abs(across.y) + abs(down.x) + abs(down.y)) / 2 }
  var area: Double { abs(across.cross(down)) }
}

extension SIMD2<Double> {
  /// Positive where `other` lies clockwise of it, as seen where y grows downwards.
  func cross(_ other: SIMD2<Double>) -> Double { x * other.y - y * other.x }
  func dot(_ other: SIMD2<Double>) -> Double { x * other.x + y * other.y }
  var length: Double { dot(self).squareRoot() }
}
