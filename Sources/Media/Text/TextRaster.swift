package import TimelineModel

/// Text as pixels.
package struct TextRaster: Hashable, Sendable {
  /// Rows of red, green, blue and alpha without padding; gamma-encoded, colours multiplied by alpha.
  package var rgba: [UInt8]
  package var size: PixelSize
  /// The text's box, padding included, in canvas pixels: what a title's anchor is a fraction of.
  package var boxSize: Point
  /// Where the box's top left corner lies in the raster, in raster pixels. Outlines and slanted letters may reach out
  /// of the box.
  package var boxOffset: Point
  /// Characters the font has no glyph for, in the order they were met, each once.
  package var missingGlyphs: [Character]

  package init(
    rgba: [UInt8], size: PixelSize, boxSize: Point, boxOffset: Point, missingGlyphs: [Character] = []
  ) {
    self.rgba = rgba
    self.size = size
    self.boxSize = boxSize
    self.boxOffset = boxOffset
    self.missingGlyphs = missingGlyphs
  }
}
