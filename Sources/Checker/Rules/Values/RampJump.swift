import Diagnostics
import TimelineModel

extension Rule {
  static let rampJump = Rule(
    DiagnosticPage(
      "ramp-jump", .warning,
      summary: "a first ramp that does not begin with the value before it",
      rationale: """
        Before the first ramp a value has its default (opacity and volume 1), so it jumps when the ramp begins. Begin \
        the ramp there, or set the value first with `{ at: 0s, set: … }`.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments:
              - { clip: { color: red }, duration: 4s, opacity: [ { over: «1s..2s», from: 0, to: 1 } ] }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments:
              - { clip: { color: red }, duration: 4s, opacity: [ { at: 0s, set: 0 }, { over: 1s..2s, from: 0, to: 1 } ] }
        """
      ])
  ) { programme, report in
    for curve in programme.curves {
      guard let first = curve.pieces.first, let numbers = curve.numbers, let values = numbers.pieces.first else {
        continue
      }
      // A step says that a jump is meant.
      guard !first.range.isEmpty, first.range.start > curve.seenFrom ?? curve.ownerRange.start,
        values.from != numbers.base
      else {
        continue
      }
      report(
        "the \(curve.quantity) jumps from \(numbers.base.plain) to \(values.from.plain) where this first ramp begins",
        at: first.origin ?? curve.origin)
    }
  }
}
