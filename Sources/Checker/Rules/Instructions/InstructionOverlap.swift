import Diagnostics
import TimelineModel

extension Rule {
  static let instructionOverlap = Rule(
    DiagnosticPage(
      "instruction-overlap", .error,
      summary: "two instructions for the same time",
      rationale: """
        Every moment has one instruction. Ranges are half open, so `0s..1s` and `1s..2s` follow one another and share \
        nothing.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        instructions:
          - { over: 0s..3s, layers: [ main ] }
          - { over: «2s..4s», layers: [ main ] }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        instructions:
          - { over: 0s..3s, layers: [ main ] }
          - { over: 3s..4s, layers: [ main ] }
        """
      ]),
    needsLengths: false
  ) { programme, report in
    for (before, after) in programme.composition.instructionsByTime where after.range.start < before.range.end {
      let both = TimelineRange(after.range.start, min(before.range.end, after.range.end))
      report(
        "this instruction begins \(both.duration.inWords) before the one before it ends", at: after.origin[.over],
        over: both,
        notes: [Note("that one lasts until \(before.range.end.inWords)", at: before.origin[.over])],
        fixIts: [
          FixIt(
            "begin here at \(before.range.end)",
            // One that lies within the other cannot begin where that ends.
            before.range.end < after.range.end
              ? after.origin.fields[.over].map { [.begin("\(before.range.end)", range: $0)] } ?? [] : [])
        ])
    }
  }
}
