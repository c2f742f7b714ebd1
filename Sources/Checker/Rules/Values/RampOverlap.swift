import Diagnostics
import TimelineModel

extension Rule {
  static let rampOverlap = Rule(
    DiagnosticPage(
      "ramp-overlap", .error,
      summary: "two ramps of one value at the same time",
      rationale: "A value has one course. Let the second ramp begin where the first one ends, or later.",
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments:
              - clip: { color: red }
                duration: 4s
                opacity: [ { over: 0s..2s, from: 0, to: 1 }, { over: «1s..3s», from: 1, to: 0 } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments:
              - clip: { color: red }
                duration: 4s
                opacity: [ { over: 0s..2s, from: 0, to: 1 }, { over: 2s..3s, from: 1, to: 0 } ]
        """
      ]),
    needsLengths: false
  ) { programme, report in
    for curve in programme.curves {
      for (before, after) in zip(curve.pieces, curve.pieces.dropFirst()) where after.range.start < before.range.end {
        report(
          "this ramp of the \(curve.quantity) begins \((before.range.end - after.range.start).inWords) before another one ends",
          at: after.origin ?? curve.origin, notes: [Note("the other one is here", at: before.origin)])
      }
    }
  }
}
