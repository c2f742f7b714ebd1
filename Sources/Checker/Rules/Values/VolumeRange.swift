import Diagnostics
import TimelineModel

extension Rule {
  static let volumeRange = Rule(
    DiagnosticPage(
      "volume-range", .error,
      summary: "a volume below 0 or far above full",
      rationale: """
        0 is silent and 1 is as recorded; a negative gain would turn the wave over. Gains above 16 (+24 dB) are refused \
        because they are nearly always percents or decibels without their unit: write `50%` as `0.5`, and six decibels \
        less as `-6dB`.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: av, volume: «-6», segments: [ { clip: { color: red }, duration: 4s } ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: av, volume: -6dB, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        """
      ]),
    needsLengths: false
  ) { programme, report in
    for curve in programme.curves where curve.quantity == .volume {
      guard let (value, index) = curve.firstNumber(outside: 0...16) else { continue }
      report(
        "the volume \(value.plain) is outside 0 to 16, which is +24 dB",
        at: index.flatMap { curve.pieces[$0].origin } ?? curve.origin,
        fixIts: value < 24 && (value * 100).rounded() == value * 100
          ? [curve.fix(index, writing: "\(value.plain)dB", "write `\(value.plain)dB` for decibels")] : [])
    }
  }
}
