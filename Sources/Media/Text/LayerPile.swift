import TimelineModel

/// Colours that are laid over one another, the first undermost, and rounded once.
struct LayerPile {
  private let bounds: Bounds
  /// Red, green, blue and alpha up to 255, colours multiplied by alpha.
  private var pixels: [SIMD4<Float>]

  init(_ bounds: Bounds) {
    self.bounds = bounds
    pixels = Array(repeating: SIMD4(repeating: 0), count: bounds.width * bounds.height)
  }

  mutating func lay(_ color: Color, _ mask: CoverageMask) {
    let opaque = SIMD4(Float(color.red), Float(color.green), Float(color.blue), 255)
    for row in 0..<mask.height {
      let start = (row + mask.top - bounds.top) * bounds.width + mask.left - bounds.left
      for column in 0..<mask.width {
        let coverage = mask.values[row * mask.width + column]
        guard coverage > 0 else { continue }
        let alpha = coverage * Float(color.alpha) / 255
        pixels[start + column] = opaque * alpha + pixels[start + column] * (1 - alpha)
      }
    }
  }

  mutating func lay(_ picture: GlyphPicture, x: Double, baseline: Double) {
    let edges = picture.edges(x: x, baseline: baseline)
    let rows = Int(edges.top.rounded(.down)) - bounds.top..<Int(edges.bottom.rounded(.up)) - bounds.top
    let columns = Int(edges.left.rounded(.down)) - bounds.left..<Int(edges.right.rounded(.up)) - bounds.left
    for row in rows {
      for column in columns {
        let pixel = picture.mean(
          x: Double(column + bounds.left) - edges.left, y: Double(row + bounds.top) - edges.top)
        let index = row * bounds.width + column
        pixels[index] = pixel + pixels[index] * (1 - pixel[3] / 255)
      }
    }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count * 4)
    for pixel in pixels {
      for channel in 0..<4 { bytes.append(UInt8(min(255, max(0, pixel[channel].rounded())))) }
    }
    return bytes
  }
}
