import Diagnostics

/// What can be wrong with effects.
extension DiagnosticPage {
  static let effectOrder = DiagnosticPage(
    "effect-order", .error,
    summary: "an effect that looks at several frames behind one that changes in time",
    rationale: """
      `denoise`, `deinterlace`, `stabilise` and filters that remember frames run over the frames of the source, one \
      after another. What changes on the timeline can only follow them.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments:
            - clip: { color: red }
              duration: 1s
              effects: [ { exposure: { from: 0, to: 1 } }, «denoise» ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: { color: red }, duration: 1s, effects: [ denoise, { exposure: { from: 0, to: 1 } } ] }
      """
    ])

  static let effectNeedsSource = DiagnosticPage(
    "effect-needs-source", .error,
    summary: "an effect that looks at several frames on a track or on the whole",
    rationale: """
      It runs over the frames of one source, one after another, so that every frame is the same wherever the work is \
      divided. A composed picture has no such frames.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      effects: [ «deinterlace» ]
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      effects: [ { blur: 2 } ]
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ])

  static let refusedFilter = DiagnosticPage(
    "refused-filter", .error,
    summary: "a filter that is no effect, or a value of its options that goes by chance",
    rationale: """
      An effect makes one picture of one picture, whenever and wherever it is asked to. Filters that make pictures of \
      nothing, need several, change when pictures show or how many there are, go by chance, need devices, reach files \
      or load programs are none, and neither is what nobody has looked at. `--trust filter:NAME` lets one be used all \
      the same.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      effects: [ { filter: «setpts» } ]
      """,
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks:
        - kind: video
          segments: [ { clip: { color: teal }, duration: 4s, effects: [ { filter: «fps=12» } ] } ]
      """,
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks:
        - kind: video
          segments: [ { clip: { color: teal }, duration: 4s, effects: [ { filter: «\"geq=lum=random(1)*255\"» } ] } ]
      """,
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      effects: [ { filter: hflip } ]
      """
    ])

  static let effectPages: [DiagnosticPage] = [effectOrder, effectNeedsSource, refusedFilter]
}
