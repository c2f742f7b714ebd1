import Diagnostics

/// What can be wrong with a document as it is written, before anything in it is looked up.
extension DiagnosticPage {
  static let badLanguageTag = DiagnosticPage(
    "bad-language-tag", .error,
    summary: "a language that is none",
    rationale: """
      Languages are written by their tags: two letters of ISO 639-1 (`en`), three of ISO 639-2 (`eng`), or a longer tag \
      of BCP 47 (`en-GB`), of which movie files keep the language alone.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: av, language: «english», segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: av, language: en-GB, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ])

  static let unknownKey = DiagnosticPage(
    "unknown-key", .error,
    summary: "a key that the language does not have",
    rationale: """
      A misspelt key would otherwise be passed over in silence, and the movie would come out without what it asked \
      for. Keys that begin with `x-` are free for notes of your own.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s, «opactiy»: 1 } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s, opacity: 1, x-note: hm } ] } ]
      """
    ])

  static let missingKey = DiagnosticPage(
    "missing-key", .error,
    summary: "a key is needed and not there",
    rationale: "There is no sensible default for it. Add the key that the message names.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { «id»: main, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ])

  static let conflictingKeys = DiagnosticPage(
    "conflicting-keys", .error,
    summary: "two keys that say the same thing in different ways",
    rationale:
      "Both cannot hold. Keep the one that is meant: a speed or a duration, a matrix or a position, a clip or a gap.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s, rotate: 9, «matrix»: [1, 0, 0, 1, 0, 0] } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s, matrix: [1, 0, 0, 1, 0, 0] } ] } ]
      """
    ])

  static let notAnimatable = DiagnosticPage(
    "not-animatable", .error,
    summary: "a ramp for something of a title that stays as it is",
    rationale: """
      Of a title and its layers, `position`, `scale`, `rotate`, `opacity`, `color` and the sizes of shapes and images \
      may change over time. What a text says and how it is set does not: write two titles, one after the other.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { text: Hello, anchor: «{ from: [0, 0], to: [1, 1] }» } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { text: Hello, position: { from: [0%, 50%], to: [100%, 50%] } } ]
      """
    ])

  static let wrongType = DiagnosticPage(
    "wrong-type", .error,
    summary: "a value of another kind than its key takes",
    rationale: "The key takes a list, a mapping or a single value, and something else stands there.",
    bad: ["timeline: 1\ntracks: «none»"],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ])

  static let badValue = DiagnosticPage(
    "bad-value", .error,
    summary: "a value that its key does not take",
    rationale: "The message says what the key takes; names are never guessed from their beginning.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: «vidoe», segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ])

  static let badTime = DiagnosticPage(
    "bad-time", .error,
    summary: "a time or a range that cannot be read",
    rationale: """
      A time always says what it counts: seconds (`8s`, `1500ms`, `1001/30s`), frames (`90f`), hours, minutes and \
      seconds (`00:00:08.5`), or a timecode with frames (`00:00:08:12`, with `;` for drop-frame). A bare number never \
      is a time, because in other tools it means seconds here and frames there. Ranges are `A..B`, `A..+LENGTH`, \
      `A..` and `..B`.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: «10» } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 10f } ] } ]
      """
    ])

  static let roundedRate = DiagnosticPage(
    "rounded-rate", .error,
    summary: "a frame rate by its rounded name",
    rationale: """
      There is no rate of 29.97: the rate is 30000/1001, and the difference is a frame in every nine hours and \
      a sample in every second. Write the fraction.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: «29.97» }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 30000/1001 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 30f } ] } ]
      """
    ])

  static let unknownVersion = DiagnosticPage(
    "unknown-version", .error,
    summary: "a version of the language that this compiler does not know",
    rationale: "The document was written for a later compiler, or the number is wrong. This one speaks version 1.",
    bad: [
      """
      timeline: «7»
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ])

  static let floatTime = DiagnosticPage(
    "float-time", .warning,
    summary: "the time of a frame, rounded to a decimal fraction",
    rationale: """
      The frames of many rates stand at times that no decimal fraction holds: at 30 frames a second the tenth is at 1/3 \
      s. Written as `0.333s` it is a little early, so the frame before it is found there, and lengths that are added up \
      drift. Write the frame, `10f`, or the fraction, `1/3s`.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 30 }
      tracks:
        - kind: video
          segments: [ { clip: { color: red }, duration: 2s, opacity: { from: 0, to: 1, over: 0s..«0.333s» } } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 30 }
      tracks:
        - kind: video
          segments: [ { clip: { color: red }, duration: 2s, opacity: { from: 0, to: 1, over: 0s..10f } } ]
      """
    ])

  static let unusedAsset = DiagnosticPage(
    "unused-asset", .warning,
    summary: "an asset that nothing shows or plays",
    rationale: """
      Either it is left over, or something that should name it names another one. Nothing is said where the document \
      has parameters, whose values may choose among assets. Taking it away changes nothing of the movie and is still \
      done only with `--fix --unsafe`: what was written of it is lost, and the next clip may be the one that needs it.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      assets: { sea: { color: blue }, «sand»: { color: yellow } }
      tracks: [ { kind: video, segments: [ { clip: sea, duration: 1s } ] } ]
      """,
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      assets:
        «sand»: { color: yellow }
      tracks: [ { kind: video, segments: [ { clip: { color: blue }, duration: 1s } ] } ]
      """,
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      assets: { sea: { color: blue }, sand: { color: yellow } }
      tracks: [ { kind: video, segments: [ { clip: sea, duration: 1s }, { clip: sand, duration: 1s } ] } ]
      """
    ])

  static let unusedStyle = DiagnosticPage(
    "unused-style", .warning,
    summary: "a style that no title has",
    rationale: """
      Either it is left over, or a title lacks the look that was made for it. Nothing is said where the document has \
      parameters, whose values may choose among styles. Taking it away changes nothing of the movie and is still done \
      only with `--fix --unsafe`, because a look that somebody thought out is lost.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      styles: { «loud»: { size: 20 } }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { text: Hello, over: 0s..1s } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      styles: { loud: { size: 20 } }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { text: Hello, over: 0s..1s, style: loud } ]
      """
    ])

  static let unusedParameter = DiagnosticPage(
    "unused-parameter", .warning,
    summary: "a parameter that stands nowhere",
    rationale: """
      Whoever sets it changes nothing. Write `${name}` where its value belongs, or remove it. Removing it is left to \
      `--fix --unsafe`: a command line or an outer timeline that sets it fails from then on.
      """,
    bad: [
      """
      timeline: 1
      parameters: { «name»: { default: Anna } }
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { text: Hello, over: 0s..1s } ]
      """
    ],
    good: [
      """
      timeline: 1
      parameters: { name: { default: Anna } }
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { text: "Hello ${name}", over: 0s..1s } ]
      """
    ])

  static let ambiguousClockTime = DiagnosticPage(
    "ambiguous-clock-time", .warning,
    summary: "hours, minutes and seconds at a rate that is not a whole number",
    rationale: """
      At 30000/1001 frames a second, `01:00:00` can mean an hour or the frame with that timecode, which is 3.6 seconds \
      later. It is read as an hour. Write `01:00:00.0` to say so, or `01:00:00:00` for the timecode.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 30000/1001 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: «00:00:01» } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 30000/1001 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 00:00:01:00 } ] } ]
      """
    ])

  static let timeOverflow = DiagnosticPage(
    "time-overflow", .error,
    summary: "a time whose exact value does not fit into 64 bits",
    rationale: """
      Times are exact fractions of whole numbers. This one needs larger numbers than any movie does, or is the sum of many \
      lengths whose parts of a second have nothing in common.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks:
        - kind: video
          segments: [ { clip: { color: red }, duration: «1/9223372036854775807s + 1/9223372036854775783s» } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1/25s + 1s } ] } ]
      """
    ])

  static let unknownParameter = DiagnosticPage(
    "unknown-parameter", .error,
    summary: "a parameter that is not there",
    rationale: "`${name}` and `--set name=…` refer to what stands under `parameters`. `$${` writes `${` itself.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      parameters: { greeting: Hello }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { text: «"${greting}, world"» } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      parameters: { greeting: Hello }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { text: "${greeting}, world" } ]
      """
    ])

  static let missingParameter = DiagnosticPage(
    "missing-parameter", .error,
    summary: "a parameter without a value",
    rationale: "A parameter has the value that `--set name=…` or the variant gives it, else its `default`.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      parameters: { «length»: { type: time } }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      parameters: { length: { type: time, default: 2s } }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: "${length}" } ] } ]
      """
    ])

  static let unknownVariant = DiagnosticPage(
    "unknown-variant", .error,
    summary: "a variant that is not there",
    rationale: "`--variant` takes one of the names under `variants`.",
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        parameters: { sky: { type: color, default: teal } }
        variants: { evening: { parameters: { sky: maroon } } }
        tracks: [ { kind: video, segments: [ { clip: { color: "${sky}" }, duration: 1s } ] } ]
        """,
      """
      $ cutlist check edit.yaml --variant evning
      error: the document has no variant `evning`; did you mean `evening`? [unknown-variant]
      1 error
      $ echo $?
      1
      $ cutlist check edit.yaml --variant evening
      """))

  static let documentPages: [DiagnosticPage] = [
    unknownParameter, missingParameter, unknownVariant,
    unknownKey, missingKey, conflictingKeys, wrongType, notAnimatable, badValue, badLanguageTag, badTime, roundedRate,
    unknownVersion,
    ambiguousClockTime, timeOverflow, floatTime, unusedAsset, unusedStyle, unusedParameter,
  ]
}
