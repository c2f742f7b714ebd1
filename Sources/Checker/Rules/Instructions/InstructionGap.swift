import Diagnostics
import TimelineModel

extension Rule {
  static let instructionGap = Rule(
    DiagnosticPage(
      "instruction-gap", .error,
      summary: "a stretch of the timeline that no instruction describes",
      rationale: """
        Each instruction begins where the one before it ends. What lies between would have no picture, not even a \
        background. Let one of the two reach further, or add an instruction without layers for the background.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        instructions:
          - { over: 0s..1s, layers: [ main ] }
          - { over: «2s..4s», layers: [ main ] }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        instructions:
          - { over: 0s..1s, layers: [ main ] }
          - { over: 1s..2s, layers: [] }
          - { over: 2s..4s, layers: [ main ] }
        """
      ]),
    needsLengths: false
  ) { programme, report in
    guard programme.instructionsAreKnown else { return }
    for (before, after) in programme.composition.instructionsByTime where before.range.end < after.range.start {
      let missing = TimelineRange(before.range.end, after.range.start)
      report(
        "nothing is said about \(missing.start.inWords) to \(missing.end.inWords): a gap of \(missing.duration.inWords) before this instruction",
        at: after.origin[.over], over: missing,
        notes: [Note("the one before it ends at \(before.range.end.inWords)", at: before.origin[.over])],
        fixIts: [
          FixIt(
            "begin here at \(before.range.end)",
            after.origin.fields[.over].map { [.begin("\(before.range.end)", range: $0)] } ?? []),
          FixIt(
            "or end the one before it at \(after.range.start)",
            before.origin.fields[.over].map { [.end("\(after.range.start)", range: $0)] } ?? []),
        ])
    }
  }
}
