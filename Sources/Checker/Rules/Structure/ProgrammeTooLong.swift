import Diagnostics
import TimelineModel

extension Rule {
  static let programmeTooLong = Rule(
    DiagnosticPage(
      "programme-too-long", .error,
      summary: "a programme of more than a hundred hours",
      rationale: "Nobody means that: a unit is missing or a length is written twice. Render longer works in parts.",
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        «tracks»: [ { kind: video, segments: [ { clip: { color: red }, duration: 400000s } ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 40s } ] } ]
        """
      ])
  ) { programme, report in
    let hours = programme.composition.end.seconds / Rational(3600)
    guard hours > Rational(100) else { return }
    report("the programme lasts \(hours.floor ?? 0) hours", at: programme.composition.origin.span)
  }
}
