import Diagnostics
import TimelineModel

extension Rule {
  static let missingGlyph = Rule(
    DiagnosticPage(
      "missing-glyph", .error,
      summary: "a text with characters that its font does not have",
      rationale: """
        No other font stands in for the one that is asked for, so that a title looks the same on every machine. Write \
        a font that has the characters, or other characters.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
        titles: [ { text: «"Nothing at \\U0010FFFD"» } ]
        """
      ]),
    needsLengths: false
  ) { programme, report in
    for layer in programme.composition.titles.flatMap(\.layer.all) {
      guard case .text(let text) = layer.content,
        let finding = programme.catalog.glyphs[FontText(text)], !finding.missing.isEmpty
      else { continue }
      let names = finding.missing.map { "“\($0)”" }.joined(separator: ", ")
      report(
        "the font \(text.style.font) has no glyph for \(names)", at: layer.origin[.text],
        fixIts: finding.family.map { [FixIt("the font `\($0)` has")] } ?? [])
    }
  }
}
