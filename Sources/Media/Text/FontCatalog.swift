import Diagnostics
import Platform
package import TimelineModel

/// Looks up font families on this machine.
package enum FontCatalog {
  /// Whether a family is installed, whatever its case. A missing one comes with the family that fontconfig would put
  /// in its place and those with the nearest names.
  package static func finding(_ family: String) -> FontFinding {
    let match = FontFile(family: family)
    if match?.answers(to: family) == true { return .found }
    if let failure = FontFolders.refusal() { return .refused(failure.description) }
    return .missing(known: match.map { suggestions(for: family, standIn: $0.families.first) } ?? [])
  }

  /// The file that a family's letters are drawn from; nil where the family itself is missing.
  package static func file(of family: String, isBold: Bool, isItalic: Bool) -> String? {
    FontFile(family: family, isBold: isBold, isItalic: isItalic).flatMap { $0.answers(to: family) ? $0.path : nil }
  }

  /// What fonts lack of a text, and how large it is; nothing where one of them is missing itself. Nothing is drawn, but
  /// the text is shaped, since a font may have a character's parts only.
  package static func glyphs(for text: FontText) -> GlyphFinding {
    let style = TextStyle(fonts: text.fonts, isBold: text.isBold, isItalic: text.isItalic, size: 1)
    guard let layout = try? TextLayout(TextDrawing(text.text, style: style), fonts: FontSet()) else { return .complete }
    let narrow = TextDrawing(runs: [TextRun(text.text, style: style)], style: style, width: 0)
    let words = (try? TextLayout(narrow, fonts: FontSet()))?.lines ?? []
    let family = layout.missing.isEmpty ? nil : FontFile.families(with: layout.missing).first
    return GlyphFinding(
      missing: layout.missing, family: family, size: layout.boxSize,
      words: words.map { .init(width: $0.width, count: $0.count) })
  }

  /// The families of this machine.
  package static let families: [String] = FontFile.installedFamilies().sorted()

  private static func suggestions(for family: String, standIn: String?) -> [String] {
    var others = FontFile.installedFamilies()
    var names = standIn.map { [$0] } ?? []
    while names.count < 4, let near = nearestName(to: family, in: others) {
      if !names.contains(near) { names.append(near) }
      others.removeAll { $0 == near }
    }
    return names
  }
}
