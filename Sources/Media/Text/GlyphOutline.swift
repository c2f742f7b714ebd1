import CText

/// A glyph's outline where it stands on the baseline's pixel grid.
final class GlyphOutline {
  private var glyph: FT_Glyph?

  init(adopting glyph: FT_Glyph, x: Double, y: Double) {
    self.glyph = glyph
    var shift = FT_Vector(x: FT_Pos((x * 64).rounded()), y: FT_Pos((y * 64).rounded()))
    FT_Glyph_Transform(glyph, nil, &shift)
  }

  deinit { FT_Done_Glyph(glyph) }

  /// Coverage from 0 to 255 in rows from the top; `left` and `top` are where the first pixel stands, y up.
  struct Bitmap {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
    var coverage: [UInt8]
  }

  func fill() -> Bitmap? { bitmap(of: glyph) }

  /// The line along the outline that reaches `radius` pixels to both sides.
  func stroke(radius: Double, library: FreeType) -> Bitmap? {
    var stroker: FT_Stroker?
    guard FT_Stroker_New(library.pointer, &stroker) == 0 else { return nil }
    defer { FT_Stroker_Done(stroker) }
    FT_Stroker_Set(
      stroker, FT_Fixed((radius * 64).rounded()), FT_STROKER_LINECAP_ROUND, FT_STROKER_LINEJOIN_ROUND, 0)
    var stroked = glyph
    guard FT_Glyph_Stroke(&stroked, stroker, 0) == 0 else { return nil }
    defer { FT_Done_Glyph(stroked) }
    return bitmap(of: stroked)
  }

  private func bitmap(of outline: FT_Glyph?) -> Bitmap? {
    var drawn = outline
    guard FT_Glyph_To_Bitmap(&drawn, FT_RENDER_MODE_NORMAL, nil, 0) == 0, let drawn else { return nil }
    defer { FT_Done_Glyph(drawn) }
    let record = UnsafeMutableRawPointer(drawn).assumingMemoryBound(to: FT_BitmapGlyphRec.self).pointee
    let (width, height) = (Int(record.bitmap.width), Int(record.bitmap.rows))
    guard width > 0, height > 0, let rows = record.bitmap.buffer else { return nil }
    let coverage = (0..<height).flatMap {
      UnsafeBufferPointer(start: rows + $0 * Int(record.bitmap.pitch), count: width)
    }
    return Bitmap(left: Int(record.left), top: Int(record.top), width: width, height: height, coverage: coverage)
  }
}
