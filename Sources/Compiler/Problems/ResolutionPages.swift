package import Diagnostics

/// What can be wrong when names are looked up, media are asked and segments are laid on the timeline.
extension DiagnosticPage {
  static let unknownAsset = DiagnosticPage(
    "unknown-asset", .error,
    summary: "a clip that names no asset",
    rationale: "A clip is the name of an asset, or a path if it holds a `/` or a `.`.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      assets: { beach: { color: blue } }
      tracks: [ { kind: video, segments: [ { clip: «baech», duration: 1s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      assets: { beach: { color: blue } }
      tracks: [ { kind: video, segments: [ { clip: beach, duration: 1s } ] } ]
      """
    ])

  static let sourceFactMismatch = DiagnosticPage(
    "source-fact-mismatch", .error,
    summary: "a file that is not what the document expects",
    rationale: """
      An asset may say what its file has to be: `expect: { size: 1920x1080, rate: 25, duration: 24s }`. Another file \
      under the same name is found out before anything is rendered of it.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      assets: { sea: { file: sea.mov, expect: { size: «1920x1080» } } }
      tracks: [ { kind: video, segments: [ sea ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      assets: { sea: { file: sea.mov, expect: { size: 1280x720 } } }
      tracks: [ { kind: video, segments: [ sea ] } ]
      """
    ],
    media: "sea.mov  10 s  1280x720  25 fps")

  static let lockMismatch = DiagnosticPage(
    "lock-mismatch", .error,
    summary: "a media file that is not in the lock, or not as it was",
    rationale: """
      `check --locked` believes what `cutlist lock` wrote down of the media, so that it needs none of them. A file \
      that was added since is not in it; one that is there and holds something else than then makes all that was \
      found out of it wrong. Write the lock anew where the media are.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: «nowhere/new.mov» } ] } ]
      """,
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: «nowhere/other.mov» } ] } ]
      """,
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: cat.mov } ] } ]
      """
    ],
    media: "cat.mov  10 s  640x360  25 fps")

  static let unknownStyle = DiagnosticPage(
    "unknown-style", .error,
    summary: "a title that names no style",
    rationale: "Styles are written under `styles`, by name.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { text: Hello, style: «big» } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      styles: { big: { size: 20% } }
      titles: [ { text: Hello, style: big } ]
      """
    ])

  static let duplicateID = DiagnosticPage(
    "duplicate-id", .error,
    summary: "two things with one name",
    rationale:
      "Instructions, the mix and messages refer to tracks, segments and titles by name, so each name is given once.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - { id: a, kind: video, segments: [ { clip: { color: red }, duration: 1s } ] }
        - { id: «a», kind: video, segments: [ { clip: { color: red }, duration: 1s } ] }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - { id: a, kind: video, segments: [ { clip: { color: red }, at: 1s, duration: 1s } ] }
        - { id: b, kind: video, segments: [ { clip: { color: red }, duration: 1s } ] }
      """
    ])

  static let unknownName = DiagnosticPage(
    "unknown-name", .error,
    summary: "a time that refers to something that is not there",
    rationale: """
      `NAME.start` and `NAME.end` are times of a track, a segment or a title, by its id. A hyphen belongs to the name; \
      write spaces around a minus.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { id: sea, clip: { color: blue }, duration: 4s } ] } ]
      titles: [ { text: The sea, over: «see.start»..2s } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { id: sea, clip: { color: blue }, duration: 4s } ] } ]
      titles: [ { text: The sea, over: sea.start..sea.end - 2s } ]
      """
    ])

  static let timeCycle = DiagnosticPage(
    "time-cycle", .error,
    summary: "times that depend on one another",
    rationale: """
      A time may refer to where something else starts or ends, but not so that one would have to be known before the \
      other both ways round. Where a segment begins depends on all that is before it on its track; the end of the \
      programme depends on every track with a picture.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - { kind: video, segments: [ { id: a, clip: { color: red }, at: b.end, duration: 1s } ] }
        - { kind: video, segments: [ { id: b, clip: { color: blue }, at: «a.end», duration: 1s } ] }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - { kind: video, segments: [ { id: a, clip: { color: red }, at: b.end, duration: 1s } ] }
        - { kind: video, segments: [ { id: b, clip: { color: blue }, duration: 1s } ] }
      """
    ])

  static let layerUnknownTrack = DiagnosticPage(
    "layer-unknown-track", .error,
    summary: "a layer that names no track with a picture",
    rationale: "A layer shows a track of kind `video` or `av`, by its id.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      instructions: [ { over: 0s..1s, layers: [ main, «mian» ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      instructions: [ { over: 0s..1s, layers: [ main, main ] } ]
      """
    ])

  static let mixUnknownTrack = DiagnosticPage(
    "mix-unknown-track", .error,
    summary: "a mix entry that names no track with sound",
    rationale: "A mix entry sets the volume of a track of kind `audio` or `av`, by its id.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      mix: [ { track: «main», volume: 0.5 } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { id: main, kind: av, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      mix: [ { track: main, volume: 0.5 } ]
      """
    ])

  static let mixDuplicateTrack = DiagnosticPage(
    "mix-duplicate-track", .error,
    summary: "the volume of one track is given twice",
    rationale: "A track has one volume: its own `volume`, or one entry of `mix`.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { id: main, kind: av, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      mix: [ { track: main, volume: 0.5 }, { track: «main», volume: 1 } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { id: main, kind: av, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      mix: [ { track: main, volume: 1 } ]
      """
    ])

  static let duckUnknownTrack = DiagnosticPage(
    "duck-unknown-track", .error,
    summary: "a track that is to step back for one that is not heard",
    rationale: "`under` names another track of kind `audio` or `av`, by its id.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - { id: voice, kind: av, segments: [ { clip: { color: red }, duration: 1s } ] }
        - { kind: av, duck: { under: «vioce» }, segments: [ { clip: { color: blue }, duration: 1s } ] }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - { id: voice, kind: av, segments: [ { clip: talk.mov, source: 0s..4s } ] }
        - { kind: audio, duck: { under: voice }, segments: [ { clip: song.wav, source: 0s..4s } ] }
      """
    ],
    media: """
      talk.mov  10 s  64x64  25 fps  48000 Hz
      song.wav  10 s  48000 Hz
      """)

  package static let missingMedia = DiagnosticPage(
    "missing-media", .error,
    summary: "a media file that is not there",
    rationale: "Paths are relative to the folder of the document. Nothing is rendered in place of a missing file.",
    bad: ["timeline: 1\ntracks: [ { kind: av, segments: [ «nowhere/cat.mov» ] } ]"],
    good: [
      """
      timeline: 1
      tracks: [ { kind: video, segments: [ cat.mov ] } ]
      """
    ],
    media: "cat.mov  10 s  640x360  25 fps")

  static let unreadableMedia = DiagnosticPage(
    "unreadable-media", .error,
    summary: "a file that cannot be read as media",
    rationale: "The file is there but is no movie, sound or picture, is damaged, or may not be opened by this user.",
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ «torn.mov» ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ cat.mov ] } ]
      """
    ],
    media: "cat.mov  10 s  640x360  25 fps")

  static let pathOutsideRoot = DiagnosticPage(
    "path-outside-root", .error,
    summary: "a path that leads out of the folder the document may reach",
    rationale: """
      A document reaches nothing outside its own folder, so that one from elsewhere can be checked and rendered \
      without a look at every path in it. `--root DIR` on the command line widens that.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ «../private.mov» ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      tracks: [ { kind: video, segments: [ clips/cat.mov ] } ]
      """
    ],
    media: "clips/cat.mov  10 s  640x360  25 fps")

  static let networkNotAllowed = DiagnosticPage(
    "network-not-allowed", .error,
    summary: "a file on the network, without leave to go there",
    rationale: """
      What an address leads to today may be something else tomorrow, or not be there, and whoever keeps it learns who \
      asks. So a document reaches no network unless `--allow-network` on the command line says that it may. Then each \
      file is fetched whole before anything is checked.
      """,
    bad: ["timeline: 1\ntracks: [ { kind: av, segments: [ «https://example.org/cat.mov» ] } ]"],
    good: [
      """
      timeline: 1
      tracks: [ { kind: video, segments: [ cat.mov ] } ]
      """
    ],
    media: "cat.mov  10 s  640x360  25 fps")

  static let trackTypeMismatch = DiagnosticPage(
    "track-type-mismatch", .error,
    summary: "an asset without what its track plays",
    rationale: "A video track needs a picture and an audio track needs sound.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] }
        - { kind: audio, segments: [ { clip: «{ color: red }», duration: 1s } ] }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] }
        - { kind: audio, segments: [ { clip: song.wav, source: 0s..1s } ] }
      """
    ],
    media: "song.wav  10 s  48000 Hz")

  static let durationNeeded = DiagnosticPage(
    "duration-needed", .error,
    summary: "a still or a colour without a duration",
    rationale: "A movie knows how long it is; a picture and a colour last as long as `duration` says.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: «{ color: red }» } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
      """
    ])

  static let frameRateVaries = DiagnosticPage(
    "frame-rate-varies", .error,
    summary: "frames or timecode counted in a source whose rate varies",
    rationale:
      "The frames of such a source do not stand at equal distances, so their number tells no time. Write seconds.",
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: screen.mov, source: «50f»..5s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: screen.mov, source: 2s..5s, frames: blend } ] } ]
      """
    ],
    media: "screen.mov  10 s  640x360")

  static let segmentBeyondSource = DiagnosticPage(
    "segment-beyond-source", .error,
    summary: "a segment that asks for material its source does not have",
    rationale: """
      There is nothing to show or to hear there. Shorten the range, or leave its end open (`5s..`) to run to the end of \
      the material.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: av, segments: [ { clip: harbour.mov, source: «2s..10s» } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: av, segments: [ { clip: harbour.mov, source: 2s.. } ] } ]
      """
    ],
    media: "harbour.mov  8 s  1920x1080  25 fps  48000 Hz")

  static let pictureMissing = DiagnosticPage(
    "picture-missing", .warning,
    summary: "the picture of a source begins later, or ends earlier, than the segment",
    rationale:
      "The sound of the source goes on there, so the segment is allowed; its picture is transparent meanwhile.",
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: av, segments: [ { clip: talk.mov, source: «0s..12s» } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: av, segments: [ { clip: talk.mov, source: 0s..10s } ] } ]
      """
    ],
    media: "talk.mov  10 s  640x360  25 fps  48000 Hz  sound 12 s")

  static let segmentOverlap = DiagnosticPage(
    "segment-overlap", .error,
    summary: "two segments of one track at the same time",
    rationale: """
      A track plays one segment after another. Put the second one later, on a track of its own, or let it follow with \
      a transition, which overlaps the two.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: { color: red }, duration: 4s }
            - { clip: { color: blue }, at: «2s», duration: 4s }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: { color: red }, duration: 4s }
            - { clip: { color: blue }, at: 4s, duration: 4s }
      """
    ])

  static let transitionTooLong = DiagnosticPage(
    "transition-too-long", .error,
    summary: "a transition longer than one of its neighbours",
    rationale: """
      A transition lays its two neighbours over one another for its length, so each has to last at least that long. Over \
      handles, each has to last at least as long as the part of the transition on its side of the cut.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: { color: red }, duration: 1s }
            - { clip: { color: blue }, duration: 4s, transition: «{ dissolve: 2s }» }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: { color: red }, duration: 4s }
            - { clip: { color: blue }, duration: 4s, transition: { dissolve: 2s } }
      """
    ])

  static let transitionsOverlap = DiagnosticPage(
    "transitions-overlap", .error,
    summary: "two transitions that use the same frames of one segment",
    rationale: "The transition into a segment has to be over before the one out of it begins.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: { color: red }, duration: 4s }
            - { clip: { color: blue }, duration: 2s, transition: { dissolve: 1500ms } }
            - { clip: { color: green }, duration: 4s, transition: «{ dissolve: 1s }» }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: { color: red }, duration: 4s }
            - { clip: { color: blue }, duration: 2s, transition: { dissolve: 1s } }
            - { clip: { color: green }, duration: 4s, transition: { dissolve: 1s } }
      """
    ])

  static let handlesMissing = DiagnosticPage(
    "handles-missing", .error,
    summary: "a transition that shows more of a source than there is",
    rationale: """
      With `use: handles` both segments keep their places, and the transition shows what their sources have beyond the \
      cut. Where a segment begins or ends close to the edge of its source, move its edge, shorten or align the \
      transition otherwise, or let the two overlap.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: harbour.mov, source: 4s..8s }
            - { clip: beach.mov, source: 2s..6s, transition: «{ dissolve: 1s, use: handles }» }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: harbour.mov, source: 3s..7s }
            - { clip: beach.mov, source: 2s..6s, transition: { dissolve: 1s, use: handles } }
      """
    ],
    media: """
      harbour.mov  8 s  640x360  25 fps
      beach.mov  8 s  640x360  25 fps
      """)

  static let transitionWithoutNeighbour = DiagnosticPage(
    "transition-without-neighbour", .error,
    summary: "a transition with nothing before it",
    rationale:
      "A transition leads from one segment to the next. On a first segment or after a gap, `fade` is what is meant.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: { color: red }, duration: 4s, transition: «{ dissolve: 1s }» }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: { color: red }, duration: 4s, fade: { in: 1s } }
      """
    ])

  static let matteUnusable = DiagnosticPage(
    "matte-unusable", .error,
    summary: "a track that cannot be a matte",
    rationale: """
      A track that serves as a matte is what its segments show, one after another. It has no transitions and no matte of \
      its own; with `fade` and `opacity` it may change.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { id: main, kind: video, matte: «main», segments: [ { clip: { color: red }, duration: 4s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - { kind: video, matte: stencil, segments: [ { clip: { color: red }, duration: 4s } ] }
        - { id: stencil, kind: video, segments: [ { clip: { color: white }, duration: 4s, scale: 50% } ] }
      """
    ])

  static let transitionBesideInstructions = DiagnosticPage(
    "transition-beside-instructions", .error,
    summary: "a transition in a document with instructions",
    rationale: """
      Instructions decide the whole picture, so a transition of a video track beside them would not be seen. Put the \
      two segments on two tracks and mix them in an instruction.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks:
        - id: main
          kind: video
          segments:
            - { clip: { color: red }, duration: 4s }
            - { clip: { color: blue }, duration: 4s, transition: «{ dissolve: 1s }» }
      instructions: [ { over: 0s..end, layers: [ main ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks:
        - id: main
          kind: video
          segments:
            - { clip: { color: red }, duration: 4s }
            - { clip: { color: blue }, duration: 4s }
      instructions: [ { over: 0s..end, layers: [ main ] } ]
      """
    ])

  static let emptyRange = DiagnosticPage(
    "empty-range", .error,
    summary: "a length or a range in which there is nothing",
    rationale: "It ends where it begins, or before. Ranges are half open: `2s..2s` holds no frame.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      instructions: [ { over: 0s..1s, layers: [ main ] }, { over: «1s..1s», layers: [] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      instructions: [ { over: 0s..1s, layers: [ main ] } ]
      """
    ])

  static let canvasUnknown = DiagnosticPage(
    "canvas-unknown", .error,
    summary: "no canvas, and nothing to take it from",
    rationale: """
      Without `canvas`, its size and rate are those of the first moving clip of the lowest video track. Stills and \
      colours have no rate, and a rate that varies is none.
      """,
    bad: [
      """
      timeline: 1
      «tracks»: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      """
    ])

  static let timecodeMissing = DiagnosticPage(
    "timecode-missing", .error,
    summary: "an asset without the timecode that its segment is written in",
    rationale: """
      `source-tc` counts from the timecode that the file carries for its first frame, as cameras and tapes write it. Where \
      there is none, or a wrong one, the asset can say it: `tape: { file: tape.mov, timecode: 10:00:00:00 }`.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: sea.mov, source-tc: «10:00:00:00..10:00:02:00» } ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: sea.mov, source: 0s..2s } ] } ]
      """
    ],
    media: "sea.mov  10 s  1280x720  25 fps")

  static let noChapters = DiagnosticPage(
    "no-chapters", .warning,
    summary: "an import of chapters that brings none",
    rationale: """
      `import` takes an asset's chapters to where the asset plays. A file without chapters has none to take, and one that \
      plays on no track has no place for them.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      assets: { plain: { color: red } }
      tracks: [ { kind: video, segments: [ { clip: plain, duration: 1s } ] } ]
      chapters: [ { import: «plain» } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      assets: { plain: { color: red } }
      tracks: [ { kind: video, segments: [ { clip: plain, duration: 1s } ] } ]
      chapters: [ { at: 0s, title: Plain } ]
      """
    ])

  static let notMeasured = DiagnosticPage(
    "media-not-inspected", .remark,
    summary: "lengths were not checked because the media were not looked at",
    rationale: """
      With `--offline` no media file is opened. A source without an explicit end has no known length then. Write one, as \
      in `source: 0s..4s`, or check against a lock, which knows the lengths.
      """,
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ harbour.mov ] } ]
        """,
      """
      $ cutlist check edit.yaml --offline
      edit.yaml:3:38: remark: the length of this source is not known without looking at it [media-not-inspected]
       3 | tracks: [ { kind: video, segments: [ harbour.mov ] } ]
         |                                      ^^^^^^^^^^^
      1 remark
      $ echo $?
      0
      """))

  static let resolutionPages: [DiagnosticPage] = [
    sourceFactMismatch, unknownAsset, unknownStyle, duplicateID, unknownName, timeCycle, layerUnknownTrack,
    mixUnknownTrack,
    mixDuplicateTrack, duckUnknownTrack, missingMedia,
    unreadableMedia, lockMismatch, pathOutsideRoot, networkNotAllowed, trackTypeMismatch, durationNeeded,
    frameRateVaries,
    segmentBeyondSource,
    pictureMissing, segmentOverlap, transitionTooLong, transitionsOverlap, handlesMissing, transitionWithoutNeighbour,
    transitionBesideInstructions, matteUnusable, emptyRange, canvasUnknown, noChapters, timecodeMissing,
    notMeasured,
  ]
}
