package import TimelineModel

/// Draws text with HarfBuzz and FreeType. The same text in the same fonts gives the same pixels.
package final class TextRasteriser {
  private let fonts = FontSet()

  package init() {}

  /// Pixels of the largest raster it makes.
  private static let largestArea = 64_000_000.0

  package func raster(_ text: TextDrawing) throws(TextError) -> TextRaster {
    let layout = try TextLayout(text, fonts: fonts)
    guard isDrawable(layout, text) else { throw TextRasteriser.tooLarge }
    let glyphs = Dictionary(grouping: layout.glyphs, by: \.run)
    let letters = try text.runs.indices.map { run throws(TextError) in try draw(glyphs[run] ?? [], run, of: text) }
    let box = Point(x: layout.boxSize.x * text.scale, y: layout.boxSize.y * text.scale)
    var bounds = Bounds(box: box)
    for letters in letters { bounds.extend(over: letters) }
    guard bounds.area <= TextRasteriser.largestArea else { throw TextRasteriser.tooLarge }
    var pile = LayerPile(bounds)
    if let style = text.style.box { pile.lay(style.color, bounds.mask(width: box.x, height: box.y)) }
    for letters in letters { if let shadow = letters.shadow { pile.lay(shadow.color, letters.shadowMask(bounds)) } }
    for letters in letters {
      if let outline = letters.outline { pile.lay(outline, bounds.mask(of: letters.fills + letters.strokes)) }
    }
    for letters in letters {
      if !letters.fills.isEmpty { pile.lay(letters.color, bounds.mask(of: letters.fills)) }
      for picture in letters.pictures { pile.lay(picture.glyph, x: picture.x, baseline: picture.baseline) }
    }
    return TextRaster(
      rgba: pile.bytes, size: PixelSize(width: bounds.width, height: bounds.height), boxSize: layout.boxSize,
      boxOffset: Point(x: Double(-bounds.left), y: Double(-bounds.top)), missingGlyphs: layout.missing)
  }

  private static let tooLarge = TextError("the text would take more than 64 million pixels")

  /// Known before anything is drawn: neither the box nor all the glyphs' bitmaps together take too much memory, and
  /// every length is one that can be counted in pixels.
  private func isDrawable(_ layout: TextLayout, _ text: TextDrawing) -> Bool {
    let scale = text.scale
    let (width, height) = (layout.boxSize.x * scale, layout.boxSize.y * scale)
    var lengths = [width, height, (text.style.box?.padding ?? 0) * scale]
    var largest = 0.0
    for style in text.runs.map(\.style) {
      let (reach, em) = (2 * (style.outline?.width ?? 0) * scale, style.size * scale)
      let shadow = style.shadow.map { [$0.offset.x * scale, $0.offset.y * scale, $0.blur * scale] } ?? []
      lengths += [reach, em, style.letterSpacing * scale] + shadow
      largest = max(largest, (em + reach) * (em + reach))
    }
    return lengths.allSatisfy { $0.magnitude <= TextRasteriser.largestArea }
      && max(width, 1) * max(height, 1) <= TextRasteriser.largestArea
      && Double(layout.glyphs.count) * largest <= 4 * TextRasteriser.largestArea
  }

  private struct GlyphName: Hashable {
    var face: ObjectIdentifier
    var index: UInt32
  }

  private func draw(
    _ glyphs: [TextLayout.Glyph], _ run: Int, of text: TextDrawing
  ) throws(TextError) -> DrawnLetters {
    let style = text.runs[run].style
    var letters = DrawnLetters(style, scale: text.scale)
    // A glyph's picture is as large as its font has it, however small it is wanted.
    var pictures: [GlyphName: GlyphPicture] = [:]
    for glyph in glyphs {
      let (x, baseline) = (glyph.x * text.scale, glyph.baseline * text.scale)
      try glyph.face.setSize(style.size * text.scale)
      let name = GlyphName(face: ObjectIdentifier(glyph.face), index: glyph.index)
      if let picture = pictures[name] ?? glyph.face.picture(of: glyph.index, size: style.size * text.scale) {
        pictures[name] = picture
        letters.pictures.append((picture, x, baseline))
      } else if let outline = glyph.face.outline(of: glyph.index, x: x, y: -baseline) {
        if let fill = outline.fill() { letters.fills.append(fill) }
        guard let line = style.outline, line.width > 0 else { continue }
        let library = try fonts.freeType()
        if let stroke = outline.stroke(radius: line.width * text.scale, library: library) {
          letters.strokes.append(stroke)
        }
      }
    }
    return letters
  }
}

/// Why text could not be drawn.
package struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
