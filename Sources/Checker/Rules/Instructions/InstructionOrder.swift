import Diagnostics
import TimelineModel

extension Rule {
  static let instructionOrder = Rule(
    DiagnosticPage(
      "instruction-order", .error,
      summary: "instructions that are not written in the order of their times",
      rationale:
        "Instructions are a list from the first moment to the last, so that a reader sees at once that nothing is missing.",
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        instructions:
          - { over: 0s..1s, layers: [ main ] }
          - { over: 2s..4s, layers: [ main ] }
          - { over: «1s..2s», layers: [ main ] }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        instructions:
          - { over: 0s..1s, layers: [ main ] }
          - { over: 1s..2s, layers: [ main ] }
          - { over: 2s..4s, layers: [ main ] }
        """
      ]),
    needsLengths: false
  ) { programme, report in
    let instructions = programme.composition.instructions
    let ordered = instructions.enumerated().sorted { a, b in
      (a.element.range.start, a.offset) < (b.element.range.start, b.offset)
    }.compactMap(\.element.origin.span)
    for (before, after) in zip(instructions, instructions.dropFirst()) where after.range.start < before.range.start {
      report(
        "this instruction begins at \(after.range.start.inWords), before the one that is written above it",
        at: after.origin[.over],
        notes: [Note("that one begins at \(before.range.start.inWords)", at: before.origin[.over])],
        fixIts: [FixIt("put the instructions in the order of their times", [.order(ordered)])])
    }
  }
}
