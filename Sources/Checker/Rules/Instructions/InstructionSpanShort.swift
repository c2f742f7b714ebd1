import Diagnostics
import TimelineModel

extension Rule {
  static let instructionSpanShort = Rule(
    DiagnosticPage(
      "instruction-span-short", .error,
      summary: "instructions that begin after the programme or end before it",
      rationale: "The first instruction begins at 0 and the last one reaches the end of the programme, or beyond.",
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        instructions:
          - { over: «0s..3s», layers: [ main ] }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        instructions:
          - { over: 0s..4s, layers: [ main ] }
        """
      ])
  ) { programme, report in
    let composition = programme.composition
    // In time, whatever the order in which they are written.
    guard programme.hasWrittenInstructions, programme.instructionsAreKnown,
      let first = composition.instructions.min(by: { $0.range.start < $1.range.start })
    else { return }
    if first.range.start > .zero {
      report(
        "the first instruction begins at \(first.range.start.inWords); nothing is said about what comes before",
        at: first.origin[.over], over: TimelineRange(.zero, first.range.start),
        fixIts: [FixIt("begin at 0s", first.origin.fields[.over].map { [.begin("0s", range: $0)] } ?? [])])
    }
    let last = composition.instructions.max { $0.range.end < $1.range.end }!
    if last.range.end < composition.end {
      let missing = composition.end - last.range.end
      report(
        "the instructions end at \(last.range.end.inWords), \(missing.inWords) before the programme does",
        at: last.origin[.over], over: TimelineRange(last.range.end, composition.end),
        fixIts: [
          FixIt(
            "end at \(composition.end)",
            last.origin.fields[.over].map { [.end("\(composition.end)", range: $0)] } ?? []),
          FixIt("or leave the end open", last.origin.fields[.over].map { [.end("", range: $0)] } ?? []),
        ])
    }
  }
}
