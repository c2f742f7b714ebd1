import Diagnostics
import TimelineModel

extension Rule {
  static let chapterOverlap = Rule(
    DiagnosticPage(
      "chapter-overlap", .error,
      summary: "two chapters at one time",
      rationale:
        "A chapter lasts until the next one begins, so two that begin together would leave one of them no time.",
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        chapters: [ { at: 0s, title: One }, { at: 2s, title: Two }, { at: «50f», title: Three } ]
        """
      ])
  ) { programme, report in
    let chapters = programme.composition.chapters
    for (before, after) in zip(chapters, chapters.dropFirst()) where before.at == after.at {
      report(
        "two chapters begin at \(after.at.inWords)", at: after.origin[.at],
        notes: [Note("the other one is here", at: before.origin[.at])])
    }
  }
}
