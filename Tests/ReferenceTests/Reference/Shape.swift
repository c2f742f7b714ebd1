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

  /// Takes the edges of an upright outline to the nearest whole pixels: within the picture by cutting it there, at its
  /// own edges by moving it, or sizing it where it shows both of them.
  mutating func snap() {
    let (low, high) = outline.bounds
    let (left, right) = (snapped(low), snapped(high))
    guard left.x < right.x, left.y < right.y else { return }
    let whole = ConvexPolygon(from: .zero, to: SIMD2(1, 1)).mapped { map($0) }.bounds
    let swapsAxes = abs(map.reach.x.y) > abs(map.reach.x.x)
    let (width, height) = (Double(picture.luma.width), Double(picture.luma.height))
    let size = swapsAxes ? SIMD2(height, width) : SIMD2(width, height)
    func axis(_ axis: Int) -> (factor: Double, shift: Double) {
      let (low, high, left, right) = (low[axis], high[axis], left[axis], right[axis])
      let (start, end) = (whole.low[axis], whole.high[axis])
      let isPixelForPixel = abs(end - start - size[axis]) < 1.0 / 256
      let showsStart = low < start + 1e-6 || left < start + 1e-6
      let showsEnd = high > end - 1e-6 || right > end - 1e-6
      let shift =
        isPixelForPixel ? snapped(SIMD2(start, 0)).x - start : showsStart ? left - low : showsEnd ? right - high : 0
      let isCovered = left > start + shift - 1e-6 && right < end + shift + 1e-6
      if isCovered, isPixelForPixel || !(showsStart && showsEnd) { return (1, shift) }
      let factor = (right - left) / (high - low)
      return (factor, left - low * factor)
    }
    let (x, y) = (axis(0), axis(1))
    map = map.then { SIMD2($0.x * x.factor + x.shift, $0.y * y.factor + y.shift) }
    outline = ConvexPolygon(from: left, to: right)
  }

  /// The nearest whole numbers; of the middle between two, but for what floating point makes of it, the higher one.
  private func snapped(_ edge: SIMD2<Double>) -> SIMD2<Double> { (edge + 0.5 + 1e-6).rounded(.down) }

  var isUpright: Bool {
    let (low, high) = outline.bounds
    let size = high - low
    return outline.area > size.x * size.y * (1 - 1e-9)
  }
}
