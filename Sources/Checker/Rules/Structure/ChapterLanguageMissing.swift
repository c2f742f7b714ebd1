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
      let own = Set(chapter.title.locales)
      let count = locales.count - own.count
      guard count > 0 else { continue }
      // Of very many the first are enough.
      let missing = locales.lazy.filter { !own.contains($0) }.prefix(count > 10 ? 8 : count).map { "`\($0)`" }
      let others = count > 10 ? " and \(count - 8) others" : ""
      report(
        "this chapter has no title in \(missing.joined(separator: ", "))\(others)", at: chapter.origin[.text])
    }
  }
}
