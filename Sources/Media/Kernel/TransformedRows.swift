import TimelineModel

/// Rows of a plane that is turned or skewed: read linearly at each target sample's centre, or at as many points as it
/// covers samples each way, and at a finer grid of points where an edge of the picture goes through the sample.
struct TransformedRows<Sample: PlaneSample>: RowSource {
  private let plane: SamplePlane<Sample>
  private let gain: Float
  private let columns: Range<Int>
  /// From positions on the target's plane to positions on the source's.
  private let inverse: AffineTransform
  /// The part that shows, in samples.
  private let visible: Rect
  /// The part of the target that may be touched, in its plane's samples.
  private let window: Rect
  /// Half of what a target sample covers of the source.
  private let reach: Point
  /// Where within a target sample the plane is read.
  private let points: [Point]

  /// `gain` takes the plane's values to the target's code values. Nil where the mapping leaves nothing of the picture.
  init?<Target: PlaneSample>(
    _ plane: SamplePlane<Sample>, _ mapping: PictureMapping, onto target: TargetPlane<Target>, columns: Range<Int>,
    gain: Float
  ) {
    guard let inverse = mapping.transform.inverse, inverse.isFinite else { return nil }
    self.plane = plane
    self.gain = gain
    self.columns = columns
    let (stepX, stepY) = (Double(plane.stepX), Double(plane.stepY))
    self.inverse = AffineTransform.scale(Double(target.stepX), Double(target.stepY)).then(inverse)
      .then(.scale(1 / stepX, 1 / stepY))
    let shown = mapping.visible
    visible =
      mapping.coversTarget
      ? Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)
      : Rect(x: shown.x / stepX, y: shown.y / stepY, width: shown.width / stepX, height: shown.height / stepY)
    let touched = mapping.clip ?? mapping.bounds
    window = Rect(
      x: touched.x / Double(target.stepX), y: touched.y / Double(target.stepY),
      width: touched.width / Double(target.stepX), height: touched.height / Double(target.stepY))
    reach = Point(
      x: (abs(self.inverse.a) + abs(self.inverse.c)) / 2, y: (abs(self.inverse.b) + abs(self.inverse.d)) / 2)
    points = TransformedRows.points(
      across: max(abs(self.inverse.a), abs(self.inverse.b)), down: max(abs(self.inverse.c), abs(self.inverse.d)))
  }

  /// What is made smaller than that is so small that nobody sees which of its points were read.
  private static var mostPoints: Double { 64 }

  /// Of a sample that covers so many samples of the source along its two sides.
  private static func points(across: Double, down: Double) -> [Point] {
    func count(_ samples: Double) -> Int { max(1, Int(min(samples - 0.01, mostPoints).rounded(.up))) }
    let (columns, rows) = (count(across), count(down))
    return (0..<rows).flatMap { row in
      (0..<columns).map { Point(x: (Double($0) + 0.5) / Double(columns), y: (Double(row) + 0.5) / Double(rows)) }
    }
  }

  func row(_ y: Int, values: UnsafeMutablePointer<Float>, coverage: UnsafeMutablePointer<Float>) {
    let origin = inverse.apply(Point(x: Double(columns.lowerBound) + 0.5, y: Double(y) + 0.5))
    let touched = span(
      origin, visible.x - reach.x..<visible.x + visible.width + reach.x,
      visible.y - reach.y..<visible.y + visible.height + reach.y)
    let whole = wholeSpan(of: y, from: origin).clamped(to: touched)
    let inner = wholeSpan(of: y, from: origin, withNeighbors: true).clamped(to: whole)
    for index in 0..<touched.lowerBound { (values[index], coverage[index]) = (0, 0) }
    for index in touched.upperBound..<columns.count { (values[index], coverage[index]) = (0, 0) }
    for edge in [touched.lowerBound..<inner.lowerBound, inner.upperBound..<touched.upperBound] {
      for index in edge {
        (values[index], coverage[index]) =
          whole.contains(index) ? (clamped(columns.lowerBound + index, y), 1) : mean(columns.lowerBound + index, y)
      }
    }
    for index in inner { (values[index], coverage[index]) = (0, 1) }
    for point in points where !inner.isEmpty {
      let start = Point(x: Double(columns.lowerBound) + point.x, y: Double(y) + point.y)
      read(inner, inverse.apply(start), adding: gain / Float(points.count), to: values)
    }
  }

  /// The samples, counted from the first column, that lie in the picture as a whole; with neighbors, only those all of
  /// whose points have samples of the source on every side.
  private func wholeSpan(of y: Int, from origin: Point, withNeighbors: Bool = false) -> Range<Int> {
    let isWholeRow = Double(y) >= window.y && Double(y + 1) <= window.y + window.height
    guard isWholeRow else { return 0..<0 }
    let first = max(0, Int((window.x - Double(columns.lowerBound)).rounded(.up)))
    let last = min(columns.count, Int((window.x + window.width - Double(columns.lowerBound)).rounded(.down)))
    guard first < last else { return 0..<0 }
    let margin = points.count > 1 ? reach : Point(x: 0, y: 0)
    func bounds(_ start: Double, _ length: Double, _ reach: Double, _ count: Int, _ margin: Double) -> Range<Double> {
      let (low, high) = (start + reach, start + length - reach)
      guard withNeighbors else { return low..<max(low, high) }
      return max(low, 0.5 + margin)..<max(low, 0.5 + margin, min(high, Double(count) - 0.501 - margin))
    }
    return span(
      origin, bounds(visible.x, visible.width, reach.x, plane.width, margin.x),
      bounds(visible.y, visible.height, reach.y, plane.height, margin.y)
    ).clamped(to: first..<last)
  }

  /// The samples of a row whose centres lie within these bounds.
  private func span(_ origin: Point, _ x: Range<Double>, _ y: Range<Double>) -> Range<Int> {
    var (low, high) = (0.0, Double(columns.count))
    for (position, step, bounds) in [(origin.x, inverse.a, x), (origin.y, inverse.b, y)] {
      if abs(step) < 1e-12 {
        if !bounds.contains(position) { return 0..<0 }
        continue
      }
      let ends = ((bounds.lowerBound - position) / step, (bounds.upperBound - position) / step)
      low = max(low, min(ends.0, ends.1))
      high = min(high, max(ends.0, ends.1))
    }
    guard low < high else { return 0..<0 }
    let (first, last) = (Int(low.rounded(.up)), Int(high.rounded(.up)))
    return first < last ? first..<last : 0..<0
  }

  /// Reads for each sample of `span` at a point, which is `origin` for the first column.
  private func read(
    _ span: Range<Int>, _ origin: Point, adding share: Float, to values: UnsafeMutablePointer<Float>
  ) {
    let one = 4_294_967_296.0
    var u = Int(((origin.x - 0.5 + inverse.a * Double(span.lowerBound)) * one).rounded())
    var v = Int(((origin.y - 0.5 + inverse.b * Double(span.lowerBound)) * one).rounded())
    let (stepU, stepV) = (Int((inverse.a * one).rounded()), Int((inverse.b * one).rounded()))
    let (start, stride, scale) = (plane.start, plane.stride, share / 256)
    for index in span {
      let top = start + ((v &>> 32) &* stride &+ (u &>> 32))
      let bottom = top + stride
      let (right, down) = ((u &>> 16) & 65535, (v &>> 16) & 65535)
      let (topLeft, bottomLeft) = (Int(truncatingIfNeeded: top[0]), Int(truncatingIfNeeded: bottom[0]))
      let upper = topLeft &<< 16 &+ (Int(truncatingIfNeeded: top[1]) &- topLeft) &* right
      let lower = bottomLeft &<< 16 &+ (Int(truncatingIfNeeded: bottom[1]) &- bottomLeft) &* right
      let value = upper &+ ((lower &- upper) &* down) &>> 16
      // Samples of sixteen bits fill 32 bits with their fractions, of which a float holds no more than eight anyway.
      values[index] += Float(Int32(truncatingIfNeeded: value &>> 8)) * scale
      u &+= stepU
      v &+= stepV
    }
  }

  /// The value of a sample that lies in the picture as a whole, whose outermost samples stand for what is beyond them.
  private func clamped(_ x: Int, _ y: Int) -> Float {
    let sum = points.reduce(Float(0)) { $0 + read(inverse.apply(Point(x: Double(x) + $1.x, y: Double(y) + $1.y))) }
    return sum * gain / Float(points.count)
  }

  /// The mean of what a grid of points within the sample shows, and the share of those that show something.
  private func mean(_ x: Int, _ y: Int) -> (value: Float, coverage: Float) {
    let grid = 8
    var (sum, count) = (Float(0), Float(0))
    for row in 0..<grid {
      for column in 0..<grid {
        let point = Point(
          x: Double(x) + (Double(column) + 0.5) / Double(grid), y: Double(y) + (Double(row) + 0.5) / Double(grid))
        let source = inverse.apply(point)
        guard window.holds(point), visible.holds(source) else { continue }
        sum += read(source)
        count += 1
      }
    }
    let share = 1 / Float(grid * grid)
    return (sum * share * gain, count * share)
  }

  private func read(_ point: Point) -> Float {
    let (x, y) = ((point.x - 0.5).rounded(.down), (point.y - 0.5).rounded(.down))
    let (right, down) = (Float(point.x - 0.5 - x), Float(point.y - 0.5 - y))
    func at(_ x: Double, _ y: Double) -> Float {
      let column = Int(min(max(x, 0), Double(plane.width - 1)))
      let row = Int(min(max(y, 0), Double(plane.height - 1)))
      return plane.start[row * plane.stride + column].float
    }
    let upper = at(x, y) + (at(x + 1, y) - at(x, y)) * right
    let lower = at(x, y + 1) + (at(x + 1, y + 1) - at(x, y + 1)) * right
    return upper + (lower - upper) * down
  }
}

extension Rect {
  fileprivate func holds(_ point: Point) -> Bool {
    point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
  }
}
