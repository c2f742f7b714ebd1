import TimelineModel

/// Where the glyphs of a text stand in its box, in canvas pixels from the box's top left corner; y down.
struct TextLayout {
  struct Glyph {
    var index: UInt32
    var x: Double
    var baseline: Double
  }
  var glyphs: [Glyph] = []
  var boxSize: Point
  var missing: [Character] = []

  init(_ text: String, style: TextStyle, face: FontFace) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { face.shape(String($0)) }
    let padding = style.box?.padding ?? 0
    let width = (lines.map(\.width).max() ?? 0) * style.size
    let height = (face.ascent + face.descent + Double(lines.count - 1) * face.lineHeight) * style.size
    boxSize = Point(x: width + 2 * padding, y: height + 2 * padding)
    for (number, line) in lines.enumerated() {
      let free = width - line.width * style.size
      let left = padding + (style.align == .left ? 0 : style.align == .centre ? free / 2 : free)
      let baseline = padding + (face.ascent + Double(number) * face.lineHeight) * style.size
      for glyph in line.glyphs {
        glyphs.append(
          Glyph(index: glyph.index, x: left + glyph.x * style.size, baseline: baseline - glyph.y * style.size))
      }
      for character in line.missing where !missing.contains(character) { missing.append(character) }
    }
  }
}
