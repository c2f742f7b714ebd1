/// A text in a face of a font family, as it is asked whether the font can write it.
package struct FontText: Hashable, Sendable {
  package var text: String
  package var font: String
  package var isBold: Bool
  package var isItalic: Bool

  package init(_ text: String, font: String, isBold: Bool, isItalic: Bool) {
    self.text = text
    self.font = font
    self.isBold = isBold
    self.isItalic = isItalic
  }

  package init(_ text: TitleText) {
    self.init(text.string, font: text.style.font, isBold: text.style.isBold, isItalic: text.style.isItalic)
  }
}

/// The characters of a text that its font has no glyphs for.
package struct GlyphFinding: Hashable, Sendable {
  /// In the order of the text, each once.
  package var missing: [Character]
  /// A family that has them all; nil where none on this machine does.
  package var family: String?

  package init(missing: [Character], family: String? = nil) {
    self.missing = missing
    self.family = family
  }

  package static let complete = GlyphFinding(missing: [])
}
