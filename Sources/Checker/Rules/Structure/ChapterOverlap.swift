import Diagnostics
import TimelineModel

extension Rule {
  static let chapterOverlap = Rule(
    DiagnosticPage(
      "chapter-overlap", .error,
      summary: "two chapters at one time",
      rationale: """
        A moment belongs to one chapter. One with `at` lasts until the next one begins, so two that begin together would \
        leave one of them no time; one with `over` has its time for itself.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        chapters: [ { at: 0s, title: One }, { at: 2s, title: Two }, { at: «50f», title: Three } ]
        """,
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        chapters: [ { over: 0s..2s, title: One }, { at: «49f», title: Two } ]
        """,
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        chapters: [ { over: 0s..2s, title: One }, { at: 50f, title: Two } ]
        """
      ])
  ) { programme, report in
    let chapters = programme.composition.chapters
    var last = chapters.first
    for after in chapters.dropFirst() {
      guard let before = last else { return }
      if before.at == after.at || before.end ?? after.at > after.at {
        let message =
          before.at == after.at
          ? "two chapters begin at \(after.at.inWords)"
          : "this chapter begins at \(after.at.inWords), before another one ends"
        report(message, at: after.origin[.at], notes: [Note("the other one is here", at: before.origin[.at])])
      }
      if before.end ?? after.at < after.end ?? after.at || before.end == nil { last = after }
    }
  }
}
