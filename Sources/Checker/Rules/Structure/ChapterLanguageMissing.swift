import Diagnostics
import TimelineModel

extension Rule {
  static let chapterLanguageMissing = Rule(
    DiagnosticPage(
      "chapter-language-missing", .warning,
      summary: "a chapter without a title in a language that others have",
      rationale: """
        Whoever chooses that language gets this chapter's first title among the others. A title without a language is \
        for everybody.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        chapters: [ { at: 0s, title: { en: One, it: Uno } }, { at: 2s, title: «{ en: Two }» } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        chapters: [ { at: 0s, title: { en: One, it: Uno } }, { at: 2s, title: "2" } ]
        """
      ]),
    needsLengths: false
  ) { programme, report in
    let chapters = programme.composition.chapters
    let locales = chapters.map(\.title).locales
    for chapter in chapters where !chapter.title.locales.isEmpty {
      let missing = locales.filter { chapter.title[$0] == nil }
      guard !missing.isEmpty else { continue }
      report(
        "this chapter has no title in \(missing.map { "`\($0)`" }.joined(separator: ", "))", at: chapter.origin[.text])
    }
  }
}
