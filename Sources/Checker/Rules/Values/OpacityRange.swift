import Diagnostics
import TimelineModel

extension Rule {
  static let opacityRange = Rule(
    DiagnosticPage(
      "opacity-range", .error,
      summary: "an opacity below 0 or above 1",
      rationale: "0 is invisible and 1 is opaque; there is nothing beyond. Half opaque is `0.5` or `50%`.",
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s, opacity: «50» } ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s, opacity: 50% } ] } ]
        """
      ]),
    needsLengths: false
  ) { programme, report in
    for curve in programme.curves where curve.quantity == .opacity {
      guard let (value, index) = curve.firstNumber(outside: 0...1) else { continue }
      report(
        "the opacity \(value.plain) is outside 0 to 1", at: index.flatMap { curve.pieces[$0].origin } ?? curve.origin,
        fixIts: (5...100).contains(value) ? [curve.fix(index, writing: "\(value.plain)%")] : [])
    }
  }
}
