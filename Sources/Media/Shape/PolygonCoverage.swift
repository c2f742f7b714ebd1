import TimelineModel

/// How much of each pixel polygons cover, exactly: the sum of the signed areas that their edges cut off.
struct PolygonCoverage {
  let size: PixelSize
  /// For each pixel, what its share changes from that of the pixel on its left; one more column for what goes on
  /// beyond the right edge.
  private var changes: [Float]
  private let stride: Int

  init(size: PixelSize) {
    self.size = size
    stride = size.width + 2
    changes = [Float](repeating: 0, count: stride * size.height)
  }

  /// Polygons that run clockwise add to what is covered, others take away from it.
  mutating func add(_ polygon: [Point]) {
    for index in polygon.indices {
      add(from: polygon[index], to: polygon[index + 1 == polygon.count ? 0 : index + 1])
    }
  }

  /// From 0 to 1, row by row.
  var values: [Float] {
    var result: [Float] = []
    result.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      var sum: Float = 0
      for x in 0..<size.width {
        sum += changes[y * stride + x]
        result.append(min(max(sum, 0), 1))
      }
    }
    return result
  }

  private mutating func add(from a: Point, to b: Point) {
    guard a.y != b.y else { return }
    // An edge that runs down on the right of an area takes away, one that runs up on its left adds.
    let (direction, top, bottom) = a.y < b.y ? (-1.0, a, b) : (1, b, a)
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    let (first, last) = (max(top.y, 0), min(bottom.y, Double(size.height)))
    guard first < last else { return }
    for row in Int(first)..<min(Int(last.rounded(.up)), size.height) {
      let (high, low) = (max(first, Double(row)), min(last, Double(row + 1)))
      guard high < low else { continue }
      let x = (top.x + (high - top.y) * slope, top.x + (low - top.y) * slope)
      add(row: row, from: x.0, to: x.1, height: direction * (low - high))
    }
  }

  /// The part of an edge within one row: everything on its right is covered `height` more.
  private mutating func add(row: Int, from start: Double, to end: Double, height: Double) {
    let width = Double(size.width)
    let (left, right) = (min(start, end), max(start, end))
    let base = row * stride
    if right <= 0 {
      changes[base] += Float(height)
    } else if left >= width {
      return
    } else if Int(left.rounded(.down)) == Int(right.rounded(.down)), left >= 0 {
      add(at: base + Int(left), height, share: 1 - ((left + right) / 2 - left.rounded(.down)))
    } else {
      // Cut at every pixel's border, what lies beyond the edges included.
      let perPixel = height / (right - left)
      if left < 0 { changes[base] += Float(-left * perPixel) }
      var x = max(left, 0)
      let stop = min(right, width)
      while x < stop {
        let pixel = x.rounded(.down)
        let next = min(pixel + 1, stop)
        add(at: base + Int(pixel), (next - x) * perPixel, share: 1 - ((x + next) / 2 - pixel))
        x = next
      }
    }
  }

  private mutating func add(at index: Int, _ height: Double, share: Double) {
    changes[index] += Float(height * share)
    changes[index + 1] += Float(height * (1 - share))
  }
}
