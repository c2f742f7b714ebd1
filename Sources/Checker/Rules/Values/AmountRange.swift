import Diagnostics
import TimelineModel

extension Rule {
  static let amountRange = Rule(
    DiagnosticPage(
      "amount-range", .error,
      summary: "an amount of a mix below 0 or above 1",
      rationale: "0 is all of the first layer, 1 all of the second.",
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { id: a, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] }
          - { id: b, kind: video, segments: [ { clip: { color: blue }, duration: 4s } ] }
        instructions: [ { over: 0s..4s, layers: [ «{ mix: [ a, b ], amount: 2 }» ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { id: a, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] }
          - { id: b, kind: video, segments: [ { clip: { color: blue }, duration: 4s } ] }
        instructions: [ { over: 0s..4s, layers: [ { mix: [ a, b ], amount: 0.5 } ] } ]
        """
      ]),
    needsLengths: false
  ) { programme, report in
    for curve in programme.curves where curve.quantity == .amount {
      guard let (value, index) = curve.firstNumber(outside: 0...1) else { continue }
      report(
        "the amount \(value.plain) is outside 0 to 1", at: index.flatMap { curve.pieces[$0].origin } ?? curve.origin)
    }
  }
}
