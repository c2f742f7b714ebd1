import TimelineModel

extension BlendMode {
  /// B of W3C's "Compositing and Blending", for what lies below and a layer, all from 0 to 1.
  func defined(below: SIMD3<Double>, layer: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(defined(below.x, layer.x), defined(below.y, layer.y), defined(below.z, layer.z))
  }

  private func defined(_ b: Double, _ s: Double) -> Double {
    func multiply(_ b: Double, _ s: Double) -> Double { b * s }
    func screen(_ b: Double, _ s: Double) -> Double { b + s - b * s }
    func hardLight(_ b: Double, _ s: Double) -> Double { s <= 0.5 ? multiply(b, 2 * s) : screen(b, 2 * s - 1) }
    switch self {
    case .normal: return s
    case .multiply: return multiply(b, s)
    case .screen: return screen(b, s)
    case .overlay: return hardLight(s, b)
    case .hardLight: return hardLight(b, s)
    case .darken: return min(b, s)
    case .lighten: return max(b, s)
    case .colorDodge: return b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: return b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .softLight:
      if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return b + (2 * s - 1) * (d - b)
    case .difference: return abs(b - s)
    case .exclusion: return b + s - 2 * b * s
    case .add: return min(1, b + s)
    case .subtract: return max(0, b - s)
    }
  }
}

extension Pixel {
  /// A premultiplied pixel laid on an opaque one.
  func laid(on below: Pixel, _ blend: BlendMode) -> Pixel {
    guard blend != .normal, w > 0 else { return self + below * (1 - w) }
    func color(_ pixel: Pixel) -> SIMD3<Double> { pixel.color.clamped(lowerBound: .zero, upperBound: .one) }
    let made = blend.defined(below: color(below), layer: color(self / w))
    return Pixel(red: made.x, green: made.y, blue: made.z) * w + below * (1 - w)
  }
}
