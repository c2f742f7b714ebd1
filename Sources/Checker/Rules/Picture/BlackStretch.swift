import Diagnostics
import TimelineModel

extension Rule {
  static let blackStretch = Rule(
    DiagnosticPage(
      "black-stretch", .warning,
      summary: "a short hole between two pictures through which the background is seen",
      rationale: """
        A segment with `at` begins there, however long before it the last picture ended. Where no other track shows \
        anything meanwhile, the screen goes black. For up to a second that is a flash, and rarely meant when two times \
        were written apart from each other. A `gap` instead of `at`, or a `background` in the canvas, says that it is.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments: [ { clip: { color: red }, duration: 4s }, { clip: { color: blue }, at: «4.2s», duration: 4s } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments: [ { clip: { color: red }, duration: 4s }, { gap: 200ms }, { clip: { color: blue }, duration: 4s } ]
        """
      ])
  ) { programme, report in
    var times = WrittenTimes(programme.composition)
    for stretch in programme.emptyStretches
    where stretch.range.start > .zero && stretch.range.duration <= .one {
      report(
        "nothing is shown from \(stretch.range.start.inWords) to \(stretch.range.end.inWords), where this begins",
        at: stretch.end,
        fixIts: [
          programme.withoutTime(stretch, &times, "let it follow without `at`"),
          FixIt("write `gap: \(stretch.range.duration.asWritten)` in place of `at` to say that it is meant"),
        ] + programme.meantBackground)
    }
  }
}
