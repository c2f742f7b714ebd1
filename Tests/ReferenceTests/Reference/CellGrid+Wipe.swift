import func Foundation.atan2
import func Foundation.cos
import func Foundation.sin
import TimelineModel

extension CellGrid {
  /// How much of a wipe's second picture every cell shows. `stages` lead from the wipe's canvas to that of the cells.
  func shares(
    of wipe: Wipe, progress: Double, canvas: SIMD2<Double>, through stages: [(SIMD2<Double>) -> SIMD2<Double>]
  ) -> [Double] {
    let forth = stages.reduce(PlaneMap { $0 }) { $0.then($1) }
    guard let back = forth.inverse else { return [Double](repeating: 0, count: columns * rows) }
    switch wipe.shape {
    case .edge where wipe.softness == 0: return straightShares(of: wipe, progress, canvas, back)
    case .clock where wipe.softness == 0: return clockShares(progress, canvas, back)
    default: break
    }
    // A sharp edge by many points of each pixel, where the picture is either one or the other; a soft one by a pixel's
    // middle.
    let points = wipe.softness > 0 ? 1 : 16
    let pixels = SIMD2(Int(cell.x), Int(cell.y))
    let steps = pixels &* SIMD2(repeating: points)
    return (0..<columns * rows).map { index in
      let corner = SIMD2(Double(index % columns), Double(index / columns)) * cell
      func share(_ i: Int, _ j: Int, of steps: SIMD2<Int>) -> Double {
        let part = SIMD2((Double(i) + 0.5) / Double(steps.x), (Double(j) + 0.5) / Double(steps.y))
        let place = wipe.shape.place(of: back(corner + part * cell), on: canvas)
        if wipe.softness == 0 { return place < progress ? 1 : 0 }
        return min(max((progress * (1 + wipe.softness) - place) / wipe.softness, 0), 1)
      }
      func mean(_ steps: SIMD2<Int>) -> Double {
        var sum = 0.0
        for j in 0..<steps.y { for i in 0..<steps.x { sum += share(i, j, of: steps) } }
        return sum / Double(steps.x * steps.y)
      }
      guard points > 1 else { return mean(steps) }
      // Only where the edge may run are all of them looked at: where the corners are not all on one side.
      let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map { x, y in
        wipe.shape.place(of: back(corner + SIMD2(x, y) * cell), on: canvas) < progress
      }
      let isAtStart = isNearMiddle(corner, back, canvas)
      return corners.contains(!corners[0]) || isAtStart ? mean(steps) : corners[0] ? 1 : 0
    }
  }

  /// What a straight edge cuts off each cell.
  private func straightShares(
    of wipe: Wipe, _ progress: Double, _ canvas: SIMD2<Double>, _ back: PlaneMap
  ) -> [Double] {
    (0..<columns * rows).map { index in
      let corner = SIMD2(Double(index % columns), Double(index / columns)) * cell
      let whole = ConvexPolygon(from: corner, to: corner + cell)
      let passed = whole.kept { progress - wipe.shape.place(of: back($0), on: canvas) }
      return passed.area / whole.area
    }
  }

  /// What a hand has passed of each cell: until it points straight down a wedge, and then all but one.
  private func clockShares(_ progress: Double, _ canvas: SIMD2<Double>, _ back: PlaneMap) -> [Double] {
    let hand = SIMD2(sin(progress * 2 * .pi), -cos(progress * 2 * .pi))
    let side = progress > 0.5 ? -1.0 : 1
    return (0..<columns * rows).map { index in
      let corner = SIMD2(Double(index % columns), Double(index / columns)) * cell
      let whole = ConvexPolygon(from: corner, to: corner + cell)
      let wedge = whole.kept { side * (back($0) - canvas / 2).x }.kept {
        let place = back($0) - canvas / 2
        return side * (hand.y * place.x - hand.x * place.y)
      }
      let part = wedge.area / whole.area
      return progress > 0.5 ? 1 - part : part
    }
  }

  private func isNearMiddle(_ corner: SIMD2<Double>, _ back: PlaneMap, _ canvas: SIMD2<Double>) -> Bool {
    let away = back(corner + cell / 2) - canvas / 2
    return max(abs(away.x), abs(away.y)) < 4
  }
}

extension Wipe.Shape {
  /// The place of a point of the canvas on the edge's way.
  fileprivate func place(of point: SIMD2<Double>, on canvas: SIMD2<Double>) -> Double {
    let (part, fromMiddle) = (point / canvas, point - canvas / 2)
    switch self {
    case .edge(.right): return part.x
    case .edge(.left): return 1 - part.x
    case .edge(.down): return part.y
    case .edge(.up): return 1 - part.y
    case .edge(.downRight): return (part.x + part.y) / 2
    case .edge(.downLeft): return (1 - part.x + part.y) / 2
    case .edge(.upRight): return (part.x + 1 - part.y) / 2
    case .edge(.upLeft): return (2 - part.x - part.y) / 2
    case .iris: return length(fromMiddle) / length(canvas / 2)
    case .clock:
      let angle = atan2(fromMiddle.x, -fromMiddle.y) / (2 * .pi)
      return angle < 0 ? angle + 1 : angle
    }
  }

  private func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }
}
