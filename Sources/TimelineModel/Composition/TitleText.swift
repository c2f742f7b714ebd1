/// What a text layer says, and how it looks.
package struct TitleText: Hashable, Sendable {
  /// One after another; lines are separated by line feeds.
  package var runs: [TextRun]
  /// Of the text as a whole. What a style says of letters holds for each run by itself.
  package var style: TextStyle
  /// Takes the place of the colour of those runs that have the style's.
  package var color: Curve<Color>?
  /// At which lines wrap; nil is not at all.
  package var width: RelativeLength?

  package init(runs: [TextRun], style: TextStyle, color: Curve<Color>? = nil, width: RelativeLength? = nil) {
    self.runs = runs
    self.style = style
    self.color = color
    self.width = width
  }

  /// In one style throughout.
  package init(_ string: String, style: TextStyle) { self.init(runs: [TextRun(string, style: style)], style: style) }

  package var string: String { runs.map(\.string).joined() }

  /// With the colour that they have at a time.
  package func runs(at time: TimelineTime) -> [TextRun] {
    guard let color = color?.value(at: time) else { return runs }
    return runs.map { run in
      var run = run
      if run.style.color == style.color { run.style.color = color }
      return run
    }
  }
}

/// Some letters in one style.
package struct TextRun: Hashable, Sendable {
  package var string: String
  package var style: TextStyle

  package init(_ string: String, style: TextStyle) {
    self.string = string
    self.style = style
  }
}

/// How text looks. Lengths are in canvas pixels.
package struct TextStyle: Hashable, Sendable {
  /// Families; a character that the first does not have is set in the next one that has it.
  package var fonts: [String]
  package var isBold: Bool
  package var isItalic: Bool
  /// The font's em.
  package var size: Double
  package var color: Color
  package var outline: Outline?
  package var shadow: Shadow?
  /// What is added after each character.
  package var letterSpacing: Double
  /// A factor of the distance from line to line that the font asks for.
  package var lineSpacing: Double
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

  /// What letters and their outlines throw behind them.
  package struct Shadow: Hashable, Sendable {
    package var offset: Point
    /// The standard deviation of its softness.
    package var blur: Double
    package var color: Color
    package init(offset: Point, blur: Double, color: Color) {
      self.offset = offset
      self.blur = blur
      self.color = color
    }
  }

  package init(
    fonts: [String], isBold: Bool = false, isItalic: Bool = false, size: Double, color: Color = .white,
    outline: Outline? = nil, shadow: Shadow? = nil, letterSpacing: Double = 0, lineSpacing: Double = 1,
    box: Box? = nil, align: Alignment = .centre
  ) {
    self.fonts = fonts
    self.isBold = isBold
    self.isItalic = isItalic
    self.size = size
    self.color = color
    self.outline = outline
    self.shadow = shadow
    self.letterSpacing = letterSpacing
    self.lineSpacing = lineSpacing
    self.box = box
    self.align = align
  }

  /// In a single font.
  package init(
    font: String, isBold: Bool = false, isItalic: Bool = false, size: Double, color: Color = .white,
    outline: Outline? = nil, box: Box? = nil, align: Alignment = .centre
  ) {
    self.init(
      fonts: [font], isBold: isBold, isItalic: isItalic, size: size, color: color, outline: outline, box: box,
      align: align)
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
