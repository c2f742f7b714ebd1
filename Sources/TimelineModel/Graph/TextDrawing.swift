/// A text to be drawn: all that decides its pixels besides the fonts of the machine.
package struct TextDrawing: Hashable, Sendable {
  package var string: String
  package var style: TextStyle
  /// Raster pixels for each canvas pixel.
  package var scale: Double

  package init(_ string: String, style: TextStyle, scale: Double) {
    self.string = string
    self.style = style
    self.scale = scale
  }
}

/// What of a drawn text decides where it lies.
package struct TextFacts: Hashable, Sendable {
  /// Of the raster.
  package var size: PixelSize
  /// The text's box in canvas pixels, and where its top left corner lies in the raster, in raster pixels.
  package var boxSize: Point
  package var boxOffset: Point

  package init(size: PixelSize, boxSize: Point, boxOffset: Point) {
    self.size = size
    self.boxSize = boxSize
    self.boxOffset = boxOffset
  }
}
