/// A figure that fills its box with one colour.
package struct TitleShape: Hashable, Sendable {
  package var figure: Figure
  /// In canvas pixels or fractions of the parent's box.
  package var size: Curve<RelativePoint>
  package var color: Curve<Color>
  package var outline: Outline?

  package enum Figure: Hashable, Sendable {
    /// Its corners are rounded with this radius, in canvas pixels, or half its shorter side if that is less.
    case rectangle(radius: Double)
    case ellipse
    /// Along the box. Round ends are half discs within it.
    case line(hasRoundEnds: Bool)

    package var name: String {
      switch self {
      case .rectangle: "rectangle"
      case .ellipse: "ellipse"
      case .line: "line"
      }
    }
  }

  package init(figure: Figure, size: Curve<RelativePoint>, color: Curve<Color>, outline: Outline? = nil) {
    self.figure = figure
    self.size = size
    self.color = color
    self.outline = outline
  }
}
