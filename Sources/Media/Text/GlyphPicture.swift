/// A glyph with colours of its own, such as an emoji, at the size its font has it in.
struct GlyphPicture {
  /// Red, green, blue and alpha up to 255, colours multiplied by alpha; rows from the top.
  let pixels: [SIMD4<UInt8>]
  let width: Int
  let height: Int
  /// Where its left and upper edges lie from the glyph's origin, in its own pixels; y up.
  let left: Double
  let top: Double
  /// Pixels wanted for each of its own.
  let scale: Double

  /// Where its edges come to lie for an origin, in pixels; y down.
  func edges(x: Double, baseline: Double) -> (left: Double, top: Double, right: Double, bottom: Double) {
    let (left, top) = (x + left * scale, baseline - top * scale)
    return (left, top, left + Double(width) * scale, top + Double(height) * scale)
  }

  /// The mean of what lies under a pixel whose top left corner is given relative to the picture's, in wanted pixels.
  func mean(x: Double, y: Double) -> SIMD4<Float> {
    let (columns, rows) = (GlyphPicture.span(x, scale, width), GlyphPicture.span(y, scale, height))
    var sum = SIMD4<Float>(repeating: 0)
    for (row, rowShare) in rows {
      for (column, share) in columns { sum += SIMD4<Float>(pixels[row * width + column]) * Float(rowShare * share) }
    }
    return sum
  }

  /// The samples under a pixel with their shares of it. What is enlarged is read linearly between two of them.
  private static func span(_ start: Double, _ scale: Double, _ count: Int) -> [(Int, Double)] {
    if scale > 1 {
      let place = (start + 0.5) / scale - 0.5
      let first = place.rounded(.down)
      return [(Int(first), 1 - (place - first)), (Int(first) + 1, place - first)].filter { 0..<count ~= $0.0 }
    }
    let (low, high) = (max(start / scale, 0), min((start + 1) / scale, Double(count)))
    guard low < high else { return [] }
    return (Int(low)..<Int(high.rounded(.up))).map { index in
      (index, (min(high, Double(index + 1)) - max(low, Double(index))) * scale)
    }
  }
}
