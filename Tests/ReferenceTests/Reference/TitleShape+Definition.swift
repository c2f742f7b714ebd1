import func Foundation.atan2
import func Foundation.cos
import func Foundation.sin
import TimelineModel

extension TitleShape.Figure {
  /// The figure in a box from zero on, grown by `margin` on all sides: its corners, or so many points of its curves
  /// that it is a hundredth of a pixel away from them at most.
  func outline(of size: SIMD2<Double>, grown margin: Double) -> ConvexPolygon {
    switch self {
    case .ellipse:
      // One without any width still has a way outwards.
      let half = SIMD2(max(size.x, 0.002), max(size.y, 0.002)) / 2
      let even = (0..<128).map { Double($0) / 64 * .pi }
      // At the ends of a narrow one the way outwards turns within a small part of that.
      let turning = even.map { angle in
        let place = atan2(half.y * sin(angle), half.x * cos(angle))
        return place < 0 ? place + 2 * .pi : place
      }
      let angles = margin > 0 ? (even + turning).sorted() : even
      return ConvexPolygon(
        angles.map { angle in
          let direction = SIMD2(cos(angle), sin(angle))
          let normal = SIMD2(half.y, half.x) * direction
          let length = (normal * normal).sum().squareRoot()
          return half + half * direction + normal / length * margin
        })
    case .rectangle(let radius): return rounded(size, min(radius, size.x / 2, size.y / 2), margin)
    case .line(let hasRoundEnds): return rounded(size, hasRoundEnds ? min(size.x, size.y) / 2 : 0, margin)
    }
  }

  private func rounded(_ size: SIMD2<Double>, _ radius: Double, _ margin: Double) -> ConvexPolygon {
    if radius == 0 { return ConvexPolygon(from: SIMD2(-margin, -margin), to: size + margin) }
    let centres = [
      SIMD2(size.x - radius, size.y - radius), SIMD2(radius, size.y - radius), SIMD2(radius, radius),
      SIMD2(size.x - radius, radius),
    ]
    return ConvexPolygon(
      centres.enumerated().flatMap { quarter, centre in
        (0...32).map { step in
          let angle = (Double(quarter) + Double(step) / 32) * .pi / 2
          return centre + SIMD2(cos(angle), sin(angle)) * (radius + margin)
        }
      })
  }
}
