import Diagnostics
import TimelineModel

extension Rule {
  static let blackLeadIn = Rule(
    DiagnosticPage(
      "black-lead-in", .warning,
      summary: "a programme that begins before its first picture",
      rationale: """
        Where the first picture is written with `at`, and nothing else begins earlier, the programme begins with the \
        background: usually a black screen that nobody asked for, in the very frame that players and shops show of the \
        movie. Let it begin at 0. Where the emptiness is meant, a `gap` before the first segment or a `background` in \
        the canvas says so. Only whoever cuts knows which; so both fixes are left to `--fix --unsafe`, which takes the \
        first.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, at: «2s», duration: 4s } ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { gap: 2s }, { clip: { color: red }, duration: 4s } ] } ]
        """
      ])
  ) { programme, report in
    guard let stretch = programme.emptyStretches.first, stretch.range.start == .zero else { return }
    var times = WrittenTimes(programme.composition)
    report(
      "nothing is shown before this, for \(stretch.range.duration.inWords)", at: stretch.end,
      fixIts: [
        programme.withoutTime(stretch, &times, "let it begin at 0"),
        FixIt("write `gap: \(stretch.range.duration.asWritten)` in place of `at` to say that it is meant"),
      ] + programme.meantBackground)
  }
}
