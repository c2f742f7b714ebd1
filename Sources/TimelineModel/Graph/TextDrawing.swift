/// A text to be drawn: all that decides its pixels besides the fonts of the machine.
package struct TextDrawing: Hashable, Sendable {
  package var runs: [TextRun]
  /// Of the text as a whole.
  package var style: TextStyle
  /// At which lines wrap, in canvas pixels; nil is not at all.
  package var width: Double?
  /// Raster pixels for each canvas pixel.
  package var scale: Double

  package init(runs: [TextRun], style: TextStyle, width: Double? = nil, scale: Double = 1) {
    self.runs = runs
    self.style = style
    self.width = width
    self.scale = scale
  }

  /// In one style throughout.
  package init(_ string: String, style: TextStyle, scale: Double = 1) {
    self.init(runs: [TextRun(string, style: style)], style: style, scale: scale)
  }

  package var string: String { runs.map(\.string).joined() }
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
