package import Diagnostics

/// What can be wrong with a text before anyone asks what it means.
extension DiagnosticPage {
  package static let syntaxError = DiagnosticPage(
    "syntax-error", .error,
    summary: "the text is not YAML or JSON",
    rationale: """
      The structure of the document cannot be read past this place, so nothing after it was checked. The usual causes \
      are a bracket or quote left open, a tab used for indentation, and text that begins with a character that YAML \
      keeps for itself (`@`, `` ` ``, `%`, `*`, `&`, `!`, `>`, `|`): put such a text in quotes.
      """,
    bad: ["timeline: 1\ntracks: «[» { id: main, kind: av, segments: [ a.mov ] }\n"],
    good: [
      "timeline: 1\ntracks: [ { id: main, kind: av, segments: [ { clip: { color: red }, duration: 1s } ] } ]\ncanvas: { size: 64x64, rate: 25 }\n"
    ])

  package static let duplicateKey = DiagnosticPage(
    "duplicate-key", .error,
    summary: "a key is written twice in one mapping",
    rationale: "Only one of the two values could count, and which one is meant cannot be known. Delete one of them.",
    bad: [
      "timeline: 1\n«timeline»: 1\ntracks: [ { kind: av, segments: [ { clip: { color: red }, duration: 1s } ] } ]\ncanvas: { size: 64x64, rate: 25 }\n"
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ])

  package static let yamlFeature = DiagnosticPage(
    "yaml-feature", .error,
    summary: "the document uses a part of YAML that has no meaning here",
    rationale: """
      Tags (`!!int`), merge keys (`<<`), several documents in one file and aliases that grow without bound are left \
      out of the language, so that YAML and JSON with the same content mean the same and every value has one place.
      """,
    bad: [
      "timeline: «!!int» 1\ntracks: [ { kind: av, segments: [ { clip: { color: red }, duration: 1s } ] } ]\ncanvas: { size: 64x64, rate: 25 }\n"
    ],
    good: [
      """
      timeline: 1
      tracks: [ { kind: av, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      canvas: { size: 64x64, rate: 25 }
      """
    ])

  package static let limitExceeded = DiagnosticPage(
    "limit-exceeded", .error,
    summary: "there is more of something than a document may have",
    rationale: """
      Documents come from anywhere, and checking one must end in a time that its length explains. So there are bounds on \
      what a short text can stand for: how deep it is nested, how much its aliases and variants multiply, how long a \
      text to be drawn is. No edit that a person writes comes near them; docs/security.md lists them all.
      """,
    bad: [
      "timeline: 1\nx-deep: " + String(repeating: "[", count: 199) + "«[»" + String(repeating: "]", count: 200)
        + "\ntracks: [ { kind: av, segments: [ { clip: { color: red }, duration: 1s } ] } ]\ncanvas: { size: 64x64, rate: 25 }\n"
    ],
    good: [
      """
      timeline: 1
      x-deep: [[[[1]]]]
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      canvas: { size: 64x64, rate: 25 }
      """
    ])

  package static let commentSwallowsValue = DiagnosticPage(
    "comment-swallows-value", .error,
    summary: "a `#` that begins a comment where a value was meant",
    rationale: """
      In YAML a `#` after a space begins a comment, so `color: #ff0000` has no value at all, and in braces even the \
      closing brace is lost. Put colours in quotes: `color: "#ff0000"`.
      """,
    bad: [
      "timeline: 1\ncanvas:\n  size: 64x64\n  rate: 25\n  background: «#ff0000»\ntracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]\n",
      "timeline: 1\ntracks: [ { kind: video, segments: [ { clip: { color: «#ff0000» }, duration: 1s } ] } ]\ncanvas: { size: 64x64, rate: 25 }\n",
    ],
    good: [
      "timeline: 1\ntracks: [ { kind: video, segments: [ { clip: { color: \"#ff0000\" }, duration: 1s } ] } ] # red\ncanvas: { size: 64x64, rate: 25 }\n"
    ])

  package static let syntaxPages: [DiagnosticPage] = [commentSwallowsValue, syntaxError, duplicateKey, yamlFeature, limitExceeded]
}
