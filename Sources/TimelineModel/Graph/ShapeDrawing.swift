/// A shape to be drawn where it lies: pixels that are covered in part get their share of its colours.
package struct ShapeDrawing: Hashable, Sendable {
  package var figure: TitleShape.Figure
  /// In canvas pixels.
  package var box: Point
  package var color: Color
  package var outline: Outline?
  /// From the box, whose top left corner is the origin, to pixels of the raster.
  package var transform: AffineTransform
  /// Of the raster.
  package var size: PixelSize

  package init(
    figure: TitleShape.Figure, box: Point, color: Color, outline: Outline?, transform: AffineTransform,
    size: PixelSize
  ) {
    self.figure = figure
    self.box = box
    self.color = color
    self.outline = outline
    self.transform = transform
    self.size = size
  }
}
