/// The cells that the canvas is divided into, for planes that all have one sample for each of them.
struct CellGrid: Sendable {
  let columns: Int
  let rows: Int
  /// In canvas pixels.
  let cell: SIMD2<Double>
  /// Which numbers of a pixel are wanted besides alpha.
  var hasLuma: Bool
  let hasChroma: Bool
}

extension CellGrid {
  /// A shape by itself on a transparent canvas: for every cell, the picture's mean under it times how much of the
  /// cell the outline covers.
  func draw(_ shape: Shape) -> [Pixel] {
    var result = [Pixel](repeating: .zero, count: columns * rows)
    guard shape.outline.corners.count > 2, let back = shape.map.inverse else { return result }
    let bounds = shape.outline.bounds
    let (low, high) = (bounds.low / cell, bounds.high / cell)
    let (top, bottom) = (max(0, Int(low.y.rounded(.down))), min(rows, Int(high.y.rounded(.up))))
    let (left, right) = (max(0, Int(low.x.rounded(.down))), min(columns, Int(high.x.rounded(.up))))
    guard top < bottom, left < right else { return result }
    let reader = CellReader(picture: shape.picture, back: back, grid: self)
    for row in top..<bottom {
      for column in left..<right {
        let corner = SIMD2(Double(column), Double(row)) * cell
        let part = shape.outline.part(of: corner, corner + cell)
        guard part.coverage > 0 else { continue }
        result[row * columns + column] =
          reader.mean(from: corner, inside: part.polygon) * (part.coverage * shape.opacity)
      }
    }
    return result
  }
}

extension ConvexPolygon {
  /// How much of a cell it covers, and with which part if not all of it.
  fileprivate func part(of low: SIMD2<Double>, _ high: SIMD2<Double>) -> (coverage: Double, polygon: ConvexPolygon?) {
    let cell = ConvexPolygon(from: low, to: high)
    if let coverage = roughCoverage(around: (low + high) / 2, within: ((high - low) * (high - low)).sum().squareRoot())
    {
      return (coverage, nil)
    }
    if cell.corners.allSatisfy(contains) { return (1, nil) }
    let part = clipped(from: low, to: high)
    return (part.corners.count > 2 ? part.area / cell.area : 0, part)
  }
}

/// Reads the mean of a picture under a cell.
private struct CellReader {
  let picture: Picture
  let back: PlaneMap
  let grid: CellGrid

  /// `inside` is the part of the cell that counts, nil all of it.
  func mean(from corner: SIMD2<Double>, inside: ConvexPolygon?) -> Pixel {
    var pixel = Pixel.zero
    if grid.hasLuma { pixel.x = mean(of: picture.luma, from: corner, inside) }
    if grid.hasChroma {
      pixel.y = mean(of: picture.blue, from: corner, inside)
      pixel.z = mean(of: picture.red, from: corner, inside)
    }
    pixel.w = mean(of: picture.alpha, from: corner, inside)
    return pixel
  }

  /// What lies under a cell that covers more than a sample, where its sides are the plane's; nil elsewhere.
  private func exactMean(of plane: Plane, from corner: SIMD2<Double>, _ inside: ConvexPolygon?) -> Double? {
    let (alongX, alongY) = back.reach
    let isUpright = max(abs(alongX.y), abs(alongY.x)) < 1e-9
    guard isUpright || max(abs(alongX.x), abs(alongY.y)) < 1e-9 else { return nil }
    var (low, high) = (corner, corner + grid.cell)
    if let inside {
      (low, high) = inside.bounds
      guard inside.area > (high - low).x * (high - low).y * (1 - 1e-9) else { return nil }
    }
    let size = SIMD2(Double(plane.width), Double(plane.height))
    let (one, other) = (back(low) * size, back(high) * size)
    let whole = (back(corner + grid.cell) - back(corner)) * size
    guard max(abs(whole.x), abs(whole.y)) > 1 + 1e-9 else { return nil }
    let columns = shares(from: min(one.x, other.x), to: max(one.x, other.x), abs(whole.x), count: plane.width)
    let rows = shares(from: min(one.y, other.y), to: max(one.y, other.y), abs(whole.y), count: plane.height)
    return rows.reduce(0) { sum, row in
      sum + columns.reduce(0) { $0 + plane[$1.sample, row.sample] * $1.share } * row.share
    }
  }

  /// Along one axis, in samples: the mean where a whole cell reaches over more than one, else the middle, read linearly.
  private func shares(
    from start: Double, to end: Double, _ reach: Double, count: Int
  ) -> [(sample: Int, share: Double)] {
    func held(_ index: Int) -> Int { min(max(index, 0), count - 1) }
    guard reach > 1 + 1e-9, end > start else {
      let place = (start + end) / 2 - 0.5
      let first = place.rounded(.down)
      return [(held(Int(first)), 1 - (place - first)), (held(Int(first) + 1), place - first)]
    }
    return (Int(start.rounded(.down))..<Int(end.rounded(.up))).map { index in
      (held(index), (min(end, Double(index + 1)) - max(start, Double(index))) / (end - start))
    }
  }

  /// Over as many points as the cell covers samples each way.
  private func mean(of plane: Plane, from corner: SIMD2<Double>, _ inside: ConvexPolygon?) -> Double {
    if plane.width == 1 && plane.height == 1 { return plane.samples[0] }
    if let exact = exactMean(of: plane, from: corner, inside) { return exact }
    let (alongX, alongY) = back.reach
    let size = SIMD2(Double(plane.width), Double(plane.height))
    func count(_ step: SIMD2<Double>) -> Int {
      let samples = step * size
      return max(1, Int((max(abs(samples.x), abs(samples.y)) - 0.01).rounded(.up)))
    }
    let (countX, countY) = (count(alongX * grid.cell.x), count(alongY * grid.cell.y))
    var (sum, points) = (0.0, 0)
    for j in 0..<countY {
      for i in 0..<countX {
        let point = corner + grid.cell * SIMD2((Double(i) + 0.5) / Double(countX), (Double(j) + 0.5) / Double(countY))
        if let inside, !inside.contains(point) { continue }
        sum += plane.value(at: back(point))
        points += 1
      }
    }
    if points == 0, let inside { return plane.value(at: back(inside.middle)) }
    return sum / Double(points)
  }
}
