import Diagnostics
import TimelineModel

extension Rule {
  static let easeOvershoots = Rule(
    DiagnosticPage(
      "ease-overshoots", .error,
      summary: "an ease that goes beyond its ends, for a value that cannot",
      rationale: """
        An ease whose second or fourth number lies outside 0 to 1 swings past the end of its ramp. Positions, scales and \
        turns can do that. A crop would leave the picture, and an effect its range.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments:
              - clip: { color: red }
                duration: 4s
                effects: [ { blur: «{ from: 20, to: 0, ease: [0.68, -0.55, 0.27, 1.55] }» } ]
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
                rotate: { from: 20, to: 0, ease: [0.68, -0.55, 0.27, 1.55] }
        """
      ]),
    needsLengths: false
  ) { programme, report in
    for curve in programme.curves where [.crop, .effect].contains(curve.quantity) {
      for piece in curve.pieces where piece.ease.extremes != 0...1 {
        report("this ease takes the \(curve.quantity) beyond the ramp's ends", at: piece.origin ?? curve.origin)
      }
    }
  }
}
