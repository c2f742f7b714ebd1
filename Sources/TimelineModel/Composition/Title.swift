/// Text in front of the picture. Its curves run on the timeline's clock.
package struct Title: Hashable, Sendable {
  /// Lines are separated by line feeds.
  package var text: String
  package var range: TimelineRange
  package var style: TextStyle
  /// Where the anchor of the text's box lands, in canvas pixels.
  package var position: Curve<Point>
  /// In fractions of the text's box.
  package var anchor: Point
  package var scale: Curve<Point>
  /// Degrees clockwise.
  package var rotation: Curve<Double>
  package var opacity: Curve<Double>
  package var fade: Fade
  package var origin: Origin

  package init(
    text: String, range: TimelineRange, style: TextStyle, position: Curve<Point>,
    anchor: Point = Point(x: 0.5, y: 0.5), scale: Curve<Point> = Curve(Point(x: 1, y: 1)),
    rotation: Curve<Double> = Curve(0), opacity: Curve<Double> = Curve(1), fade: Fade = .none,
    origin: Origin = .none
  ) {
    self.text = text
    self.range = range
    self.style = style
    self.position = position
    self.anchor = anchor
    self.scale = scale
    self.rotation = rotation
    self.opacity = opacity
    self.fade = fade
    self.origin = origin
  }
}

/// How text looks. Lengths are in canvas pixels.
package struct TextStyle: Hashable, Sendable {
  package var font: String
  package var isBold: Bool
  package var isItalic: Bool
  /// The font's em.
  package var size: Double
  package var color: Color
  package var outline: Outline?
  package var box: Box?
  package var align: Alignment

  package enum Alignment: String, Hashable, Sendable, CaseIterable { case left, centre, right }

  package struct Outline: Hashable, Sendable {
    package var width: Double
    package var color: Color
    package init(width: Double, color: Color) {
      self.width = width
      self.color = color
    }
  }

  package struct Box: Hashable, Sendable {
    package var color: Color
    package var padding: Double
    package init(color: Color, padding: Double) {
      self.color = color
      self.padding = padding
    }
  }

  package init(
    font: String, isBold: Bool = false, isItalic: Bool = false, size: Double, color: Color = .white,
    outline: Outline? = nil, box: Box? = nil, align: Alignment = .centre
  ) {
    self.font = font
    self.isBold = isBold
    self.isItalic = isItalic
    self.size = size
    self.color = color
    self.outline = outline
    self.box = box
    self.align = align
  }
}
