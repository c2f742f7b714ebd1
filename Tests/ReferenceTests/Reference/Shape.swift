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
    let (left, right) = (low.rounded(.toNearestOrAwayFromZero), high.rounded(.toNearestOrAwayFromZero))
    move { left + ($0 - low) * (right - left) / (high - low) }
  }

  var isUpright: Bool {
    let (low, high) = outline.bounds
    let size = high - low
    return outline.area > size.x * size.y * (1 - 1e-9)
  }
}
