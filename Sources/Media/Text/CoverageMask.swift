/// How much of each pixel is covered, from 0 to 1, on a grid of its own that may begin left of or above zero.
struct CoverageMask {
  let left: Int
  let top: Int
  let width: Int
  let height: Int
  private(set) var values: [Float]

  init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    width = max(0, right - left)
    height = max(0, bottom - top)
    values = [Float](repeating: 0, count: width * height)
  }

  func with(_ values: [Float]) -> CoverageMask {
    var result = self
    result.values = values
    return result
  }

  /// Covers with a glyph as well; its rows count upwards from the baseline at 0.
  mutating func unite(_ bitmap: GlyphOutline.Bitmap) {
    for row in 0..<bitmap.height {
      let y = row - bitmap.top - top
      guard y >= 0, y < height else { continue }
      for column in 0..<bitmap.width {
        let x = column + bitmap.left - left
        guard x >= 0, x < width else { continue }
        let more = Float(bitmap.coverage[row * bitmap.width + column]) / 255
        values[y * width + x] += more * (1 - values[y * width + x])
      }
    }
  }

  /// Covers a rectangle from zero on, its last pixels in part where it ends within them.
  mutating func unite(width wide: Double, height high: Double) {
    for y in 0..<height {
      let rows = min(max(high - Double(y + top), 0), 1) * (y + top < 0 ? 0 : 1)
      guard rows > 0 else { continue }
      for x in 0..<width where x + left >= 0 {
        let columns = min(max(wide - Double(x + left), 0), 1)
        values[y * width + x] = max(values[y * width + x], Float(rows * columns))
      }
    }
  }
}
