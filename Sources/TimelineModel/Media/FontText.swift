/// A text in fonts, as it is asked whether they can write it.
package struct FontText: Hashable, Sendable {
  package var text: String
  /// Families, the first one first.
  package var fonts: [String]
  package var isBold: Bool
  package var isItalic: Bool

  package init(_ text: String, fonts: [String], isBold: Bool = false, isItalic: Bool = false) {
    self.text = text
    self.fonts = fonts
    self.isBold = isBold
    self.isItalic = isItalic
  }

  package init(_ run: TextRun) {
    self.init(run.string, fonts: run.style.fonts, isBold: run.style.isBold, isItalic: run.style.isItalic)
  }
}

/// What is known of a text in fonts: the characters that none of them has glyphs for, and its size.
package struct GlyphFinding: Hashable, Sendable {
  /// In the order of the text, each once.
  package var missing: [Character]
  /// A family that has them all; nil where none on this machine does.
  package var family: String?
  /// Its width and height in ems, with lines where it has line feeds and nowhere else; nil where it was not laid out.
  package var size: Point?
  /// What of it stays together however narrow its lines become.
  package var words: [Word]

  package struct Word: Hashable, Sendable {
    /// In ems.
    package var width: Double
    /// How many characters are in it.
    package var count: Int

    package init(width: Double, count: Int) {
      self.width = width
      self.count = count
    }
  }

  package init(missing: [Character], family: String? = nil, size: Point? = nil, words: [Word] = []) {
    self.missing = missing
    self.family = family
    self.size = size
    self.words = words
  }

  package static let complete = GlyphFinding(missing: [])
}
