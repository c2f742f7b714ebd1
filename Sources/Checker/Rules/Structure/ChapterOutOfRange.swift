import Diagnostics
import TimelineModel

extension Rule {
  static let chapterOutOfRange = Rule(
    DiagnosticPage(
      "chapter-out-of-range", .error,
      summary: "a chapter outside the programme",
      rationale: """
        A chapter lasts until the next one begins, the last one until the end, so each begins before that. What \
        `over` says has to lie within the programme as well.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        chapters: [ { at: 0s, title: One }, { at: «9s», title: Two } ]
        """,
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        chapters: [ { over: «0s..9s», title: One } ]
        """,
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        chapters: [ { at: 0s, title: One }, { at: 2s, title: Two } ]
        """
      ])
  ) { programme, report in
    let (chapters, end) = (programme.composition.chapters, programme.composition.end)
    for chapter in chapters where chapter.at < .zero || chapter.at >= end {
      report(
        "the chapter begins at \(chapter.at.inWords), and the programme ends at \(end.inWords)",
        at: chapter.origin[.at],
        fixIts: chapter.origin.span.map { [FixIt("leave the chapter out", [.remove($0)])] } ?? []
      )
    }
    for chapter in chapters where chapter.at < end && chapter.end ?? end > end {
      report(
        "the chapter ends at \((chapter.end ?? end).inWords), and the programme at \(end.inWords)",
        at: chapter.origin[.at])
    }
  }
}
