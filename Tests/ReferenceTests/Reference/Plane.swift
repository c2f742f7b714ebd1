/// One channel of a picture, row after row.
struct Plane: Sendable {
  let width: Int
  let height: Int
  var samples: [Double]

  init(width: Int, height: Int, _ sample: (_ x: Int, _ y: Int) -> Double) {
    self.width = width
    self.height = height
    samples = []
    samples.reserveCapacity(width * height)
    for y in 0..<height { for x in 0..<width { samples.append(sample(x, y)) } }
  }

  subscript(x: Int, y: Int) -> Double { samples[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)] }

  /// Read bilinearly at a point given in fractions of the picture; beyond the outermost samples those go on.
  func value(at point: SIMD2<Double>) -> Double {
    let (x, y) = (point.x * Double(width) - 0.5, point.y * Double(height) - 0.5)
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let (fx, fy) = (x - Double(left), y - Double(top))
    return (self[left, top] * (1 - fx) + self[left + 1, top] * fx) * (1 - fy)
      + (self[left, top + 1] * (1 - fx) + self[left + 1, top + 1] * fx) * fy
  }

  /// The same picture with other numbers of samples.
  func resampled(width: Int, height: Int) -> Plane {
    Plane(width: width, height: height) { x, y in
      value(at: SIMD2((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height)))
    }
  }
}
