import Diagnostics

/// What can be wrong with what a document allows.
extension DiagnosticPage {
  static let unknownRule = DiagnosticPage(
    "unknown-rule", .error,
    summary: "the name of a rule that is not there",
    rationale: "`cutlist explain` lists the rules. What is allowed under a wrong name is not allowed at all.",
    bad: [
      """
      timeline: 1
      allow: [ «fit-distort» ]
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      allow: [ animation-past-end ]
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { text: Hello, over: 0s..3s } ]
      """
    ])

  static let errorNotAllowed = DiagnosticPage(
    "error-not-allowed", .error,
    summary: "an error among what is allowed",
    rationale: """
      Warnings and remarks are about what may well be meant, and can be allowed. An error is about what cannot be \
      rendered, whoever allows it.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ] # cutlist: allow «unknown-key»
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      # cutlist: allow animation-past-end -- it stands until the credits
      titles: [ { text: Hello, over: 0s..3s } ]
      """
    ])

  static let unusedAllow = DiagnosticPage(
    "unused-allow", .warning,
    summary: "something is allowed that does not occur",
    rationale: """
      It is a leftover, or stands at a place that it does not reach: a comment behind something counts for its line, \
      one on a line of its own for the entry or the element that comes next. Left where it is, it would hide what \
      comes to be there later.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      # cutlist: allow «animation-past-end»
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles:
        - { text: Hello, over: 0s..3s } # cutlist: allow animation-past-end -- the next reel goes on with it
      """
    ])

  static let unreadableComment = DiagnosticPage(
    "unreadable-comment", .warning,
    summary: "a comment for cutlist that it cannot read",
    rationale: "Comments that begin with `cutlist:` are for the program, and `allow` is all that it knows.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ] # cutlist: «alow» fit-distorts
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      # cutlist: allow animation-past-end
      titles: [ { text: Hello, over: 0s..3s } ]
      """
    ])

  static let allowPages: [DiagnosticPage] = [unknownRule, errorNotAllowed, unusedAllow, unreadableComment]
}
