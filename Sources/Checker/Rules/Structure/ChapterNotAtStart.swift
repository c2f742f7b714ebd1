import Diagnostics
import TimelineModel

extension Rule {
  static let chapterNotAtStart = Rule(
    DiagnosticPage(
      "chapter-not-at-start", .warning,
      summary: "a first chapter that does not begin where the programme does",
      rationale: """
        MP4 and QuickTime have no time without a chapter: players show the first one from the beginning, wherever it \
        was meant to begin. Add a chapter at 0s.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        chapters: [ { at: «1s», title: One } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        chapters: [ { at: 0s, title: One } ]
        """
      ])
  ) { programme, report in
    guard let first = programme.composition.chapters.first, first.at > .zero, first.at < programme.composition.end,
      programme.composition.output.container != .mkv
    else { return }
    report(
      "players will show this chapter from 0 s on, not from \(first.at.inWords)", at: first.origin[.at],
      fixIts: [
        FixIt("add a chapter at 0s"),
        FixIt("or let this one begin there", first.origin.fields[.at].map { [.write("0s", at: $0)] } ?? []),
      ])
  }
}
