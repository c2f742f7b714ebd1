package import TimelineModel

/// Draws text with HarfBuzz and FreeType. The same text in the same font gives the same pixels.
package final class TextRasteriser {
  package init() {}

  /// `scale` is raster pixels for each canvas pixel.
  package func raster(_ text: String, style: TextStyle, scale: Double = 1) throws(TextError) -> TextRaster {
    throw TextError("not yet")
  }
}

/// Why text could not be drawn.
package struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
