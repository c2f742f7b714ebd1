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
    // Those with an end of their own that may still last, by their numbers.
    var lasting: [Int] = []
    for (index, after) in chapters.enumerated() {
      defer { if after.end != nil { lasting.append(index) } }
      while let last = lasting.last, chapters[last].end! <= after.at { lasting.removeLast() }
      let simultaneous = index > 0 && chapters[index - 1].at == after.at ? index - 1 : nil
      guard let number = simultaneous ?? lasting.last else { continue }
      let before = chapters[number]
      report(
        before.at == after.at
          ? "two chapters begin at \(after.at.inWords)"
          : "this chapter begins at \(after.at.inWords), before another one ends",
        at: after.origin[.at], notes: [Note("the other one is here", at: before.origin[.at])])
    }
  }
}
