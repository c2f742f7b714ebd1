/// What a text layer says, and how it looks.
package struct TitleText: Hashable, Sendable {
  /// Lines are separated by line feeds.
  package var string: String
  package var style: TextStyle
  /// Takes the place of the style's colour.
  package var color: Curve<Color>?

  package init(_ string: String, style: TextStyle, color: Curve<Color>? = nil) {
    self.string = string
    self.style = style
    self.color = color
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

/// A line around letters or a shape, which it touches on its inner side. In canvas pixels.
package struct Outline: Hashable, Sendable {
  package var width: Double
  package var color: Color
  package init(width: Double, color: Color) {
    self.width = width
    self.color = color
  }
}
