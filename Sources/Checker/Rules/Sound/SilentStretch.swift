import Diagnostics
import TimelineModel

extension Rule {
  static let silentStretch = Rule(
    DiagnosticPage(
      "silent-stretch", .warning,
      summary: "a moment between two sounds in which nothing is heard",
      rationale: """
        A segment with `at` begins there, however long before it the last sound ended. Where nothing else is heard \
        meanwhile, for a quarter of a second or less, the sound seems to drop out: whoever speaks rests for longer. It is \
        rarely meant when two times were written apart from each other. A `gap` instead of `at` says that it is; other \
        sound, such as that of the room, hides it.
        """,
      bad: [
        """
        timeline: 1
        tracks:
          - kind: audio
            segments: [ { clip: talk.wav, source: 0s..4s }, { clip: talk.wav, at: «4.1s», source: 6s..9s } ]
        """
      ],
      good: [
        """
        timeline: 1
        tracks:
          - kind: audio
            segments: [ { clip: talk.wav, source: 0s..4s }, { gap: 100ms }, { clip: talk.wav, source: 6s..9s } ]
        """
      ],
      media: "talk.wav  10 s  48000 Hz")
  ) { programme, report in
    var times = WrittenTimes(programme.composition)
    for stretch in programme.silentStretches(upTo: Rational(1, 4)) {
      report(
        "nothing is heard from \(stretch.range.start.inWords) to \(stretch.range.end.inWords), where this begins",
        at: stretch.end,
        fixIts: [
          programme.withoutTime(stretch, &times, "let it follow without `at`"),
          FixIt("write `gap: \(stretch.range.duration.asWritten)` in place of `at` to say that it is meant"),
        ])
    }
  }
}
