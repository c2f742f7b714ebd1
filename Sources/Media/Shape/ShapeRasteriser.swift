package import TimelineModel

extension VideoFrame {
  /// A shape as pixels with straight alpha.
  package static func shape(_ drawing: ShapeDrawing) throws(LibAVError) -> VideoFrame {
    try VideoFrame.rgba(drawing.pixels, size: drawing.size)
  }
}

extension ShapeDrawing {
  /// Rows of red, green, blue and alpha. The outline lies beside the shape and not under it, so what one of them
  /// leaves of a pixel on their border the other has.
  fileprivate var pixels: [UInt8] {
    let fill = coverage(of: [polygon(margin: 0)])
    guard let outline, outline.width > 0 else {
      return fill.flatMap { [color.red, color.green, color.blue, UInt8(($0 * Float(color.alpha)).rounded())] }
    }
    let band = coverage(of: [polygon(margin: outline.width), polygon(margin: 0).reversed()])
    let colors = (SIMD4(color), SIMD4(outline.color))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(fill.count * 4)
    for (fill, band) in zip(fill, band) {
      let shares = (fill * colors.0.w, band * colors.1.w)
      let alpha = min(shares.0 + shares.1, 255)
      let mixed = alpha > 0 ? (colors.0 * shares.0 + colors.1 * shares.1) / (shares.0 + shares.1) : colors.0
      for channel in 0..<3 { bytes.append(UInt8(mixed[channel].rounded())) }
      bytes.append(UInt8(alpha.rounded()))
    }
    return bytes
  }

  private func polygon(margin: Double) -> [Point] {
    let detail = max(
      (transform.a * transform.a + transform.b * transform.b).squareRoot(),
      (transform.c * transform.c + transform.d * transform.d).squareRoot())
    let points = ShapePath(figure, box: box, margin: margin, detail: detail).points.map(transform.apply)
    // Mirrored, it would run the other way.
    return transform.determinant < 0 ? points.reversed() : points
  }

  private func coverage(of polygons: [[Point]]) -> [Float] {
    var coverage = PolygonCoverage(size: size)
    for polygon in polygons { coverage.add(polygon) }
    return coverage.values
  }
}

extension SIMD4<Float> {
  fileprivate init(_ color: Color) {
    self.init(Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha))
  }
}
