import Diagnostics
import TimelineModel

extension Rule {
  static let missingGlyph = Rule(
    DiagnosticPage(
      "missing-glyph", .error,
      summary: "a text with characters that its font does not have",
      rationale: """
        Only the fonts that are written are used, so that a title looks the same on every machine. Write a font that \
        has the characters, one after the other as a list if need be, or other characters.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
        titles: [ { text: «"Nothing at \\U0010FFFD"» } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
        titles: [ { text: Something, over: 0s..1s } ]
        """
      ]),
    needsLengths: false
  ) { programme, report in
    for layer in programme.composition.titles.flatMap(\.layer.all) {
      guard case .text(let text) = layer.content else { continue }
      for run in text.runs {
        guard let finding = programme.catalog.glyphs[FontText(run)], !finding.missing.isEmpty else { continue }
        let names = finding.missing.map { "“\($0)”" }.joined(separator: ", ")
        let fonts = run.style.fonts.joined(separator: " or ")
        report(
          "there is no glyph for \(names) in the font \(fonts)", at: layer.origin[.text],
          fixIts: finding.family.map { [.using($0, after: run.style.fonts)] } ?? [])
      }
    }
  }
}

extension FixIt {
  fileprivate static func using(_ family: String, after fonts: [String]) -> FixIt {
    fonts.contains(family)
      ? FixIt("the font `\(family)` has in another face: leave `bold` and `italic` out")
      : FixIt("the font `\(family)` has: write `font: [\((fonts + [family]).joined(separator: ", "))]`")
  }
}
