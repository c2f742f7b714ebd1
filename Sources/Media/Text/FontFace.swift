import CText
import Platform

/// An open font, to shape and to draw with.
final class FontFace {
  private let library: FreeType
  private let content: FontContent
  private var face: FT_Face?
  private let shaper: OpaquePointer
  private let unitsPerEm: Double
  /// Whether it can write a character by itself, where that has been asked.
  private var writable: [Character: Bool] = [:]

  init(_ file: FontFile, library: FreeType) throws(TextError) {
    self.library = library
    do throws(SystemFailure) { content = try FontContent.ofFile(at: file.path) } catch {
      throw TextError("the font file \(file.path) cannot be read: \(error)")
    }
    let bytes = content.bytes
    guard
      FT_New_Memory_Face(
        library.pointer, bytes.baseAddress, FT_Long(bytes.count), FT_Long(file.index), &face) == 0, let face
    else {
      throw TextError("the font file \(file.path) cannot be read")
    }
    let shape = hb_ft_face_create_referenced(face)
    shaper = hb_font_create(shape)
    // FreeType knows none of a font that has bitmaps alone.
    let units = Int32(hb_face_get_upem(shape))
    unitsPerEm = Double(units)
    hb_face_destroy(shape)
    hb_ot_font_set_funcs(shaper)
    hb_font_set_scale(shaper, units, units)
  }

  deinit {
    hb_font_destroy(shaper)
    FT_Done_Face(face)
  }

  private var record: FT_FaceRec { face!.pointee }
  /// Fractions of the em: above the baseline, below it, and from one baseline to the next.
  var ascent: Double { (isScalable ? Double(record.ascender) : Double(extents.ascender)) / unitsPerEm }
  var descent: Double { -(isScalable ? Double(record.descender) : Double(extents.descender)) / unitsPerEm }
  var lineHeight: Double {
    let ownGap = extents.ascender - extents.descender + extents.line_gap
    return (isScalable ? Double(record.height) : Double(ownGap)) / unitsPerEm
  }

  private var extents: hb_font_extents_t {
    var extents = hb_font_extents_t()
    hb_font_get_h_extents(shaper, &extents)
    return extents
  }

  /// Whether it has all glyphs that the character takes.
  func canWrite(_ character: Character) -> Bool {
    if let known = writable[character] { return known }
    let scalarsOfIt = character.unicodeScalars
    guard scalarsOfIt.count <= TextParagraph.mostMarks, scalarsOfIt.allSatisfy(\.isText) else { return false }
    let buffer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    let scalars = character.unicodeScalars.map(\.value)
    hb_buffer_add_utf32(buffer, scalars, Int32(scalars.count), 0, Int32(scalars.count))
    hb_buffer_set_language(buffer, FontFace.language)
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(shaper, buffer, nil, 0)
    var count: UInt32 = 0
    let infos = UnsafeBufferPointer(start: hb_buffer_get_glyph_infos(buffer, &count), count: Int(count))
    let isWritable = infos.allSatisfy { $0.codepoint != 0 }
    writable[character] = isWritable
    return isWritable
  }

  /// Not that of the machine it happens to run on.
  private static var language: hb_language_t? { hb_language_from_string("und", -1) }

  /// An item as the font sets it, measured in ems, so that it is the same at every scale. `spacing` is added after
  /// each character.
  func shape(_ item: TextItem, in paragraph: TextParagraph, _ spacing: Double) -> ShapedItem {
    let buffer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    let range = item.range
    // All of the paragraph, because letters join those in front and behind.
    hb_buffer_add_utf32(
      buffer, paragraph.scalars, Int32(paragraph.scalars.count), UInt32(range.lowerBound), Int32(range.count))
    if item.endsInHyphen { showHyphen(at: range.upperBound - 1, in: buffer) }
    hb_buffer_set_language(buffer, FontFace.language)
    hb_buffer_set_script(buffer, item.script)
    hb_buffer_set_direction(buffer, item.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    // What stands apart cannot be one glyph.
    let features = spacing == 0 ? [] : ["liga=0", "clig=0"].compactMap(FontFace.feature)
    hb_shape(shaper, buffer, features, UInt32(features.count))
    var count: UInt32 = 0
    let infos = UnsafeBufferPointer(start: hb_buffer_get_glyph_infos(buffer, &count), count: Int(count))
    let positions = UnsafeBufferPointer(start: hb_buffer_get_glyph_positions(buffer, &count), count: Int(count))
    var shaped = ShapedItem()
    for index in infos.indices {
      let (info, position) = (infos[index], positions[index])
      let x = shaped.width + Double(position.x_offset) / unitsPerEm
      shaped.glyphs.append(
        ShapedItem.Glyph(index: info.codepoint, x: x, y: Double(position.y_offset) / unitsPerEm))
      shaped.width += Double(position.x_advance) / unitsPerEm
      if index + 1 == infos.count || infos[index + 1].cluster != info.cluster { shaped.width += spacing }
      if info.codepoint == 0 { shaped.missing.append(Int(info.cluster)) }
    }
    return shaped
  }

  /// Puts a hyphen in the place of a soft one, or the hyphen-minus where the font has no other; nothing where it has
  /// neither.
  private func showHyphen(at index: Int, in buffer: OpaquePointer?) {
    var (count, glyph): (UInt32, hb_codepoint_t) = (0, 0)
    let infos = UnsafeMutableBufferPointer(start: hb_buffer_get_glyph_infos(buffer, &count), count: Int(count))
    guard let hyphen = [0x2010, 0x2D].first(where: { hb_font_get_nominal_glyph(shaper, $0, &glyph) != 0 }) else { return }
    for place in infos.indices where infos[place].cluster == UInt32(index) { infos[place].codepoint = hyphen }
  }

  private static func feature(_ text: String) -> hb_feature_t? {
    var feature = hb_feature_t()
    return hb_feature_from_string(text, -1, &feature) != 0 ? feature : nil
  }

  /// Sets the em in pixels that glyphs are drawn with; of a font that has bitmaps alone, the nearest there is.
  func setSize(_ pixels: Double) throws(TextError) {
    // Larger than any font can be drawn; the number goes into FreeType's own.
    guard (0...32767).contains(pixels) else { throw TextError("the font cannot be drawn at \(pixels) pixels") }
    let failure =
      isScalable ? FT_Set_Char_Size(face, 0, FT_F26Dot6((pixels * 64).rounded()), 72, 72) : FT_Select_Size(face, 0)
    guard failure == 0 else { throw TextError("the font cannot be drawn at \(pixels) pixels") }
  }

  /// Whether it is made for emoji alone. Such fonts have digits too, which are parts of emoji.
  private(set) lazy var isOfEmoji = hasColor && !canWrite("a")

  private var isScalable: Bool { record.face_flags & FT_Long(ct_face_scalable) != 0 }
  /// Whether some of its glyphs have colours of their own.
  var hasColor: Bool { record.face_flags & FT_Long(ct_face_color) != 0 }

  /// A glyph's outline at the size set, moved by `x` to the right and `y` up, in pixels; nil for what has none.
  func outline(of glyph: UInt32, x: Double, y: Double) -> GlyphOutline? {
    guard FT_Load_Glyph(face, glyph, FT_Int32(ct_load_no_hinting | ct_load_no_bitmap)) == 0 else { return nil }
    var loaded: FT_Glyph?
    guard FT_Get_Glyph(record.glyph, &loaded) == 0, let loaded else { return nil }
    return GlyphOutline(adopting: loaded, x: x, y: y)
  }

  /// A glyph that has colours of its own, for an em of `size` pixels; nil for others.
  func picture(of glyph: UInt32, size: Double) -> GlyphPicture? {
    guard hasColor, FT_Load_Glyph(face, glyph, FT_Int32(ct_load_color | ct_load_render | ct_load_no_hinting)) == 0
    else { return nil }
    let slot = record.glyph.pointee
    guard slot.bitmap.pixel_mode == UInt8(ct_pixel_mode_bgra), let rows = slot.bitmap.buffer else { return nil }
    let (width, height) = (Int(slot.bitmap.width), Int(slot.bitmap.rows))
    let pixels = (0..<height).flatMap { row in
      (0..<width).map { column in
        let pixel = rows + row * Int(slot.bitmap.pitch) + column * 4
        return SIMD4(pixel[2], pixel[1], pixel[0], pixel[3])
      }
    }
    let strike = isScalable ? size : Double(record.size.pointee.metrics.y_ppem)
    return GlyphPicture(
      pixels: pixels, width: width, height: height, left: Double(slot.bitmap_left), top: Double(slot.bitmap_top),
      scale: size / strike)
  }
}

/// An item as glyphs, in ems from its left end on the baseline; y up.
struct ShapedItem {
  struct Glyph {
    var index: UInt32
    var x: Double
    var y: Double
  }
  var glyphs: [Glyph] = []
  var width = 0.0
  /// The scalars of the paragraph that the font has no glyph for.
  var missing: [Int] = []
}
