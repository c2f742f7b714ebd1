import CText

/// An open font, to shape and to draw with.
final class FontFace {
  private let library: FreeType
  private var face: FT_Face?
  private let shaper: OpaquePointer

  init(_ file: FontFile, library: FreeType) throws(TextError) {
    self.library = library
    guard FT_New_Face(library.pointer, file.path, FT_Long(file.index), &face) == 0, let face else {
      throw TextError("the font file \(file.path) cannot be read")
    }
    let shape = hb_ft_face_create_referenced(face)
    shaper = hb_font_create(shape)
    hb_face_destroy(shape)
    hb_ot_font_set_funcs(shaper)
    hb_font_set_scale(shaper, Int32(face.pointee.units_per_EM), Int32(face.pointee.units_per_EM))
  }

  deinit {
    hb_font_destroy(shaper)
    FT_Done_Face(face)
  }

  private var record: FT_FaceRec { face!.pointee }
  private var unitsPerEm: Double { Double(record.units_per_EM) }
  /// Fractions of the em: above the baseline, below it, and from one baseline to the next.
  var ascent: Double { Double(record.ascender) / unitsPerEm }
  var descent: Double { -Double(record.descender) / unitsPerEm }
  var lineHeight: Double { Double(record.height) / unitsPerEm }

  /// A line as the font sets it, measured in ems, so that it is the same at every scale.
  func shape(_ line: String) -> ShapedLine {
    let buffer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    let bytes = Array(line.utf8)
    bytes.withUnsafeBytes {
      hb_buffer_add_utf8(buffer, $0.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), 0, Int32(bytes.count))
    }
    // Not the language of the machine it happens to run on.
    hb_buffer_set_language(buffer, hb_language_from_string("und", -1))
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(shaper, buffer, nil, 0)
    var count: UInt32 = 0
    let infos = UnsafeBufferPointer(start: hb_buffer_get_glyph_infos(buffer, &count), count: Int(count))
    let positions = UnsafeBufferPointer(start: hb_buffer_get_glyph_positions(buffer, &count), count: Int(count))
    var shaped = ShapedLine()
    for (info, position) in zip(infos, positions) {
      let x = shaped.width + Double(position.x_offset) / unitsPerEm
      shaped.glyphs.append(
        ShapedLine.Glyph(index: info.codepoint, x: x, y: Double(position.y_offset) / unitsPerEm))
      shaped.width += Double(position.x_advance) / unitsPerEm
      if info.codepoint == 0 { shaped.missing.append(character(at: Int(info.cluster), of: line)) }
    }
    return shaped
  }

  private func character(at offset: Int, of line: String) -> Character {
    let place = line.utf8.index(line.startIndex, offsetBy: offset)
    return line[line.indices.last { $0 <= place } ?? line.startIndex]
  }

  /// Sets the em in pixels that glyphs are drawn with.
  func setSize(_ pixels: Double) throws(TextError) {
    // Larger than any font can be drawn; the number goes into FreeType's own.
    guard (0...32767).contains(pixels),
      FT_Set_Char_Size(face, 0, FT_F26Dot6((pixels * 64).rounded()), 72, 72) == 0
    else {
      throw TextError("the font cannot be drawn at \(pixels) pixels")
    }
  }

  /// A glyph's outline at the size set, moved by `x` to the right and `y` up, in pixels; nil for what has none.
  func outline(of glyph: UInt32, x: Double, y: Double) -> GlyphOutline? {
    guard FT_Load_Glyph(face, glyph, FT_Int32(ct_load_no_hinting | ct_load_no_bitmap)) == 0 else { return nil }
    var loaded: FT_Glyph?
    guard FT_Get_Glyph(record.glyph, &loaded) == 0, let loaded else { return nil }
    return GlyphOutline(adopting: loaded, x: x, y: y)
  }
}

/// One line of text as glyphs, in ems from its start on the baseline; y up.
struct ShapedLine {
  struct Glyph {
    var index: UInt32
    var x: Double
    var y: Double
  }
  var glyphs: [Glyph] = []
  var width = 0.0
  var missing: [Character] = []
}
