import TimelineModel

/// A picture in its place: what of it shows, and where on the canvas.
struct Shape: Sendable {
  var picture: Picture
  /// What shows, in canvas pixels.
  var outline: ConvexPolygon
  /// From fractions of the stored picture to canvas pixels.
  var map: PlaneMap
  var opacity: Double

  /// Keeps what lies in a rectangle of canvas pixels.
  mutating func crop(to rect: Rect) {
    outline = outline.clipped(from: SIMD2(rect.x, rect.y), to: SIMD2(rect.x + rect.width, rect.y + rect.height))
  }

  mutating func move(_ body: (SIMD2<Double>) -> SIMD2<Double>) {
    outline = outline.mapped(body)
    map = map.then(body)
  }

  /// Takes the edges of an upright outline to the nearest whole pixels.
  mutating func snap() {
    let (low, high) = outline.bounds
    let (left, right) = (snapped(low), snapped(high))
    move { left + ($0 - low) * (right - left) / (high - low) }
  }

  /// The nearest whole numbers. What lies in the middle between two, but for what floating point makes of it, goes away
  /// from 0.
  private func snapped(_ edge: SIMD2<Double>) -> SIMD2<Double> {
    let magnitude = (SIMD2(abs(edge.x), abs(edge.y)) + 0.5 + 1e-6).rounded(.down)
    return SIMD2(edge.x < 0 ? -magnitude.x : magnitude.x, edge.y < 0 ? -magnitude.y : magnitude.y)
  }

  var isUpright: Bool {
    let (low, high) = outline.bounds
    let size = high - low
    return outline.area > size.x * size.y * (1 - 1e-9)
  }
}
