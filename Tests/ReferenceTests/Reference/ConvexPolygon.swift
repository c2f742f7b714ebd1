/// A convex polygon, its corners in order around it.
struct ConvexPolygon: Sendable {
  private(set) var corners: [SIMD2<Double>]

  init(_ corners: [SIMD2<Double>]) { self.corners = corners }

  /// An upright rectangle.
  init(from low: SIMD2<Double>, to high: SIMD2<Double>) {
    corners = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
  }

  var area: Double { abs(signedArea) }

  private var signedArea: Double {
    var sum = 0.0
    for index in corners.indices {
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      sum += a.x * b.y - a.y * b.x
    }
    return sum / 2
  }

  var middle: SIMD2<Double> { corners.reduce(.zero, +) / Double(max(corners.count, 1)) }

  var bounds: (low: SIMD2<Double>, high: SIMD2<Double>) {
    var (low, high) = (corners[0], corners[0])
    for corner in corners {
      low.replace(with: corner, where: corner .< low)
      high.replace(with: corner, where: corner .> high)
    }
    return (low, high)
  }

  func mapped(_ body: (SIMD2<Double>) -> SIMD2<Double>) -> ConvexPolygon { ConvexPolygon(corners.map(body)) }

  /// The part of it in an upright rectangle.
  func clipped(from low: SIMD2<Double>, to high: SIMD2<Double>) -> ConvexPolygon {
    kept { $0.x - low.x }.kept { high.x - $0.x }.kept { $0.y - low.y }.kept { high.y - $0.y }
  }

  /// The part of it where `distance`, which has to be affine, is positive.
  func kept(where distance: (SIMD2<Double>) -> Double) -> ConvexPolygon {
    var kept: [SIMD2<Double>] = []
    for index in corners.indices {
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      let (da, db) = (distance(a), distance(b))
      if da >= 0 { kept.append(a) }
      if da > 0 && db < 0 || da < 0 && db > 0 { kept.append(a + (b - a) * (da / (da - db))) }
    }
    return ConvexPolygon(kept)
  }

  /// 1 or 0 where all that is as near to a point as `distance` lies in it or beyond one of its edges; nil where that
  /// has to be looked at.
  func roughCoverage(around point: SIMD2<Double>, within distance: Double) -> Double? {
    guard corners.count > 4 else { return nil }
    let turn = signedArea < 0 ? -1.0 : 1
    var isInside = true
    for index in corners.indices {
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      let edge = b - a
      let length = (edge * edge).sum().squareRoot()
      guard length > 1e-9 else { continue }
      let depth = turn * (edge.x * (point.y - a.y) - edge.y * (point.x - a.x)) / length
      if depth < -distance { return 0 }
      if depth < distance { isInside = false }
    }
    return isInside ? 1 : nil
  }

  func contains(_ point: SIMD2<Double>) -> Bool {
    let turn = signedArea < 0 ? -1.0 : 1
    for index in corners.indices {
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      if turn * ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)) < -1e-9 { return false }
    }
    return true
  }
}
