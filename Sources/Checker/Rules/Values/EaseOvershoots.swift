import Diagnostics
import TimelineModel

extension Rule {
  static let easeOvershoots = Rule(
    DiagnosticPage(
      "ease-overshoots", .error,
      summary: "an ease that swings further than an effect can go",
      rationale: """
        An ease whose second or fourth number lies outside 0 to 1 swings past the ends of its ramp, which positions, scales \
        and turns can do. Opacities, sizes and crops are held where there is nothing beyond. An effect has a range that it \
        cannot leave: nothing is blurred by less than nothing.
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
    for curve in programme.curves {
      guard let limits = curve.limits, let (value, index) = curve.firstNumber(outside: limits) else { continue }
      report(
        "this ease takes the effect to \(((value * 1000).rounded() / 1000).plain), beyond \(limits.lowerBound.plain) to \(limits.upperBound.plain)",
        at: index.flatMap { curve.pieces[$0].origin } ?? curve.origin)
    }
  }
}
