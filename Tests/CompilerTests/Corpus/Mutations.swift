extension Mutation {
  /// Every kind of mistake, by what is wrong.
  static let all = keys + words + times + sources + names + programme + pictures + titles + values

  private static let range = #"\bsource: (\d)s\.\.(\d+)s"#

  private static let keys: [Mutation] = [
    Mutation("misspelt tracks", "unknown-key", "(?m)^tracks:", "«trakcs»:", unless: #"layers:|mix:|\.start|end -"#),
    Mutation("misspelt canvas", "unknown-key", "(?m)^canvas:", "«canvsa»:"),
    Mutation("misspelt titles", "unknown-key", "(?m)^titles:", "«titels»:"),
    Mutation("misspelt segments", "unknown-key", #"\bsegments:"#, "«segmnets»:"),
    Mutation("misspelt clip", "unknown-key", #"\bclip:"#, "«clpi»:"),
    Mutation("misspelt source", "unknown-key", #"\bsource:"#, "«souce»:"),
    Mutation("misspelt kind", "unknown-key", #"\bkind:"#, "«knid»:"),
    Mutation("a key of another language", "unknown-key", ", source: ", ", «duracion»: 1s, source: "),
    Mutation("a key twice", "duplicate-key", "^timeline: 1", "timeline: 1\n«timeline»: 1"),
    Mutation(
      "two keys that exclude each other", "conflicting-keys", #"\bclip: (\S+), source"#, "«clip»: $1, gap: 1s, source"),
    Mutation("a title of nothing", "missing-key", adding: "titles: [ { «over»: 0s..1s } ]"),
    Mutation("another version", "unknown-version", "^timeline: 1", "timeline: «2»"),
    Mutation("a list where texts belong", "wrong-type", adding: "metadata: «[ 1, 2 ]»"),
    Mutation("a tag", "yaml-feature", "^timeline: 1", "timeline: «!!int» 1"),
    Mutation("a bracket left open", "syntax-error", adding: "x-open: «[» 1, 2"),
  ]

  private static let words: [Mutation] = [
    Mutation("misspelt kind of track", "bad-value", #"\bkind: (video|av|audio)"#, "kind: «vidoe»"),
    Mutation("misspelt colour", "bad-value", adding: "titles: [ { text: Hi, style: { color: «redd» } } ]"),
    Mutation("misspelt fit", "bad-value", #"\bsource: "#, "fit: «contian», source: ", unless: "(?m)kind: audio|fit:"),
    Mutation(
      "misspelt blend", "bad-value", #"\bkind: video"#, "kind: video, blend: «multipl»", unless: "kind: video\n"),
    Mutation("misspelt preset", "unknown-preset", adding: "export: { preset: «wbe» }"),
    Mutation("misspelt effect", "unknown-key", adding: "effects: [ { «blurr»: 3 } ]"),
    Mutation("a rounded rate", "rounded-rate", #"\brate: \d+"#, "rate: «29.97»"),
    Mutation("an odd size", "render-size-odd", #"\bsize: \d+x(\d+)"#, "size: «321x$1»"),
  ]

  private static let times: [Mutation] = [
    Mutation("a range without units", "bad-time", range, "source: «$1»..$2s"),
    Mutation("three dots", "bad-time", range, "source: «$1s...$2s»"),
    Mutation("a range backward", "empty-range", range, "source: «1s..0s»"),
    Mutation("an empty range", "empty-range", range, "source: «$1s..$1s»"),
    Mutation("a range before the beginning", "segment-beyond-source", range, "source: «-1s..$2s»"),
    Mutation("more than the source has", "segment-beyond-source", range, "source: «$1s..999s»"),
    Mutation("a frame that no second has", "bad-time", range, "source: «00:00:00:99»..$2s"),
    Mutation("a time that is too large", "bad-time", range, "source: 0s..«99999999999999999999s»"),
    Mutation(
      "a cut between two frames", "time-not-on-frame", range, "source: «$1s..$2.01s»",
      unless: #"\.start|speed:|source: \ds\.\.1\ds"#),
    Mutation(
      "the time of what is not there", "unknown-name", adding: "titles: [ { text: Hi, over: «ghost.start»..end } ]"),
  ]

  private static let sources: [Mutation] = [
    Mutation("a file that is not there", "missing-media", #"media/\w+\.mp4"#, "«media/gone.mp4»"),
    Mutation("a file that is no movie", "unreadable-media", #"media/\w+\.mp4"#, "«media/torn.mp4»"),
    Mutation("a file outside the folder", "path-outside-root", #"media/\w+\.mp4"#, "«../private.mp4»"),
    Mutation("a file on the network", "network-not-allowed", #"media/\w+\.mp4"#, "«https://example.org/sea.mp4»"),
    Mutation("misspelt asset", "unknown-asset", #"clip: media/\w+\.mp4"#, "clip: «haborr»"),
    Mutation(
      "a sound as a picture", "track-type-mismatch",
      #"(kind: video,? *\n? *segments:\s*\S* \{? ?clip: )media/\w+\.mp4"#,
      "$1«media/theme.wav»"),
    Mutation("an encoder that is not there", "unknown-encoder", adding: "export: { video: { codec: «libghost» } }"),
  ]

  private static let names: [Mutation] = [
    Mutation(
      "one name for two things", "duplicate-id", #"(?s)- \{ clip: ([^,]+), (.*?)- \{ clip: ([^,]+),"#,
      "- { id: twin, clip: $1, $2- { id: «twin», clip: $3,"),
    Mutation("an asset left over", "unused-asset", adding: "assets: { «spare»: { color: red } }"),
    Mutation("a style left over", "unused-style", adding: "styles: { «spare»: { size: 5% } }"),
    Mutation("a parameter left over", "unused-parameter", adding: "parameters: { «spare»: { default: 1 } }"),
    Mutation("a parameter that is not there", "unknown-parameter", adding: #"titles: [ { text: «"${ghost}"» } ]"#),
    Mutation("a style that is not there", "unknown-style", adding: "titles: [ { text: Hi, style: «ghost» } ]"),
    Mutation(
      "a font that is not there", "unknown-font", adding: "titles: [ { text: Hi, style: { font: «Ghost Sans» } } ]"),
    Mutation(
      "the mix of a track that is not there", "mix-unknown-track", adding: "mix: [ { track: «ghost», volume: 0.5 } ]"),
    Mutation(
      "a duck under nothing", "duck-unknown-track", #"kind: (audio|av),"#, "kind: $1, duck: { under: «ghost» },"),
    Mutation(
      "a layer of a track that is not there", "layer-unknown-track",
      adding: "instructions: [ { over: 0s..end, layers: [ «ghost» ] } ]", unless: "transition:"),
  ]

  private static let programme: [Mutation] = [
    Mutation(
      "a chapter after the end", "chapter-out-of-range",
      adding: "chapters: [ { at: 0s, title: A }, { at: «999s», title: B } ]"),
    Mutation(
      "two chapters at once", "chapter-overlap",
      adding: "chapters: [ { over: 0s..500ms, title: A }, { over: «400ms..600ms», title: B } ]"),
    Mutation("chapters from the middle on", "chapter-not-at-start", adding: "chapters: [ { at: «200ms», title: A } ]"),
    Mutation("a tag for no language", "bad-language-tag", #"kind: (audio|av),"#, "kind: $1, language: «e_n»,"),
    Mutation(
      "a transition from nothing", "transition-without-neighbour", #"segments: \[ \{ clip: ([^,]+), source"#,
      "segments: [ { clip: $1, transition: «{ dissolve: 200ms }», source", unless: #"instructions:|\bat:"#),
    Mutation(
      "a transition longer than its clip", "transition-too-long", #"transition: \{ dissolve: 1s(.*?) \}"#,
      "transition: «{ dissolve: 99s$1 }»"),
    Mutation(
      "a picture that comes late", "black-lead-in", #"segments: \[ \{ clip: ([^,]+), source"#,
      "segments: [ { clip: $1, at: «1s», source", unless: "instructions:|background:|(?s)kind:.*kind:|titles:"),
    Mutation(
      "instructions that end too soon", "instruction-span-short",
      adding: "instructions: [ { over: «0s..200ms», layers: [] } ]", unless: "transition:"),
    Mutation(
      "a hole between instructions", "instruction-gap",
      adding: "instructions: [ { over: 0s..200ms, layers: [] }, { over: «400ms..end», layers: [] } ]",
      unless: "transition:"),
    Mutation(
      "instructions that overlap", "instruction-overlap",
      adding: "instructions: [ { over: 0s..400ms, layers: [] }, { over: «200ms..end», layers: [] } ]",
      unless: "transition:"),
  ]

  /// A segment of one line that plays a movie, as the second group; what stands before it is the first.
  private static let firstSegment = #"((?:.*\n)*?.*?)(\{ clip: media/\w+\.mp4, source: [^{}]*\})"#

  private static let pictures: [Mutation] = [
    Mutation(
      "a picture behind another", "segment-hidden", #"(canvas: \{ size: (?:.*\n)*?)tracks:\n"# + firstSegment,
      "$1tracks:\n  - { kind: video, segments: [{ clip: { color: red }, duration: 60s }] }\n$2«$3»",
      unless: "kind: av|instructions:|transition:"),
    Mutation(
      "a picture of another shape", "fit-distorts",
      #"size: 320x180((?:.*\n)*?.*?)(\{ clip: media/\w+\.mp4, source: [^,{}]*[^,{} ]) \}"#,
      "size: 320x240$1«$2, fit: stretch }»", unless: "fit:"),
    Mutation(
      "a picture of which little is left", "fit-clips",
      #"size: 320x180((?:.*\n)*?.*?)(\{ clip: media/\w+\.mp4, source: [^,{}]*[^,{} ]) \}"#,
      "size: 90x360$1«$2, fit: cover }»", unless: "fit:"),
    Mutation(
      "frames at odd distances", "variable-rate-source",
      #"\{ clip: media/\w+\.mp4, source: ([^{}]*)\}"#, "«{ clip: media/screen.mp4, source: $1}»", unless: "frames:"),
    Mutation(
      "sound that is too short", "sound-missing", #"(kind: av(?:.*\n)*?.*?)media/\w+\.mp4, source: ([^,{}]*[^,{} ])"#,
      "$1media/hoarse.mp4, source: «$2»", unless: "speed:|transition:"),
    Mutation(
      "a flash of black", "black-stretch",
      #"(source: (?:0s\.\.1s|1s\.\.2s) \}\n +- \{[^{}]* clip: [^,{}]*), source"#, "$1, at: «1200ms», source",
      unless: "(?s)background:|transition:|kind:.*kind:"),
    Mutation(
      "a frame's time, rounded", "float-time", #"\brate: 25((?:.*\n)*)\z"#,
      "rate: 30$1titles: [ { text: Hi, over: 0s..«0.333s» } ]\n", unless: #"(?m)^titles:|\d{3}ms|\df\b"#),
  ]

  private static let titles: [Mutation] = [
    Mutation(
      "letters at the edge", "text-outside-safe",
      adding: "titles: [ { text: «Hi», position: [50%, 98%], style: { size: 5% } } ]"),
    Mutation("a title after the end", "animation-past-end", adding: "titles: [ { text: Hi, over: «0s..999s» } ]"),
    Mutation("a title for no time", "empty-range", adding: "titles: [ { text: Hi, over: «200ms..200ms» } ]"),
    Mutation(
      "letters like their ground", "low-contrast",
      adding: ##"titles: [ { text: «Hi», style: { color: gray, box: { color: "#707070" } } } ]"##),
    Mutation(
      "a size that moves", "not-animatable",
      adding: "titles: [ { text: Hi, style: { size: «{ from: 5%, to: 9% }» } } ]"),
    Mutation("a length in no unit", "bad-value", adding: "titles: [ { text: Hi, position: [ «1qq», 0 ] } ]"),
  ]

  private static func title(opacity: String) -> String {
    "titles: [ { text: Hi, over: 0s..800ms, opacity: \(opacity) } ]"
  }

  private static let values: [Mutation] = [
    Mutation("more than opaque", "opacity-range", adding: title(opacity: "«2»")),
    Mutation("a ramp past the end", "ramp-out-of-range", adding: title(opacity: "{ from: 0, to: 1, over: «0s..9s» }")),
    Mutation(
      "ramps that overlap", "ramp-overlap",
      adding: title(opacity: "[ { over: 0s..400ms, from: 1, to: 0 }, { over: «200ms..600ms», from: 0, to: 1 } ]")),
    Mutation("a jump", "ramp-jump", adding: title(opacity: "[ { over: «400ms..600ms», from: 0, to: 1 } ]")),
    Mutation(
      "a volume below nothing", "volume-range", #"kind: (audio|av),"#, "kind: $1, volume: «-1»,", unless: "volume:"),
    Mutation(
      "a volume far too high", "mix-may-clip", #"kind: (audio|av),"#, "kind: $1, volume: «9»,",
      unless: "volume:|duck:|loudness"),
  ]
}
