import Diagnostics

/// What can be wrong with fonts, encoders and their options.
extension DiagnosticPage {
  static let unknownFont = DiagnosticPage(
    "unknown-font", .error,
    summary: "a font that this machine does not have",
    rationale: "No other font stands in for a missing one, because the picture would differ from machine to machine.",
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      titles: [ { text: Harbour, over: 0s..4s, style: { font: «Ghost Sans» } } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { text: Harbour, over: 0s..1s, style: { font: DejaVu Sans } } ]
      """
    ])

  static let unknownPreset = DiagnosticPage(
    "unknown-preset", .error,
    summary: "an export preset that does not exist",
    rationale: "`cutlist presets` lists them.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      export: «h264-1080»
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      export: h264-1080p
      """
    ])

  static let unknownEncoder = DiagnosticPage(
    "unknown-encoder", .error,
    summary: "a codec that the installed FFmpeg cannot encode",
    rationale: "Encoders depend on how FFmpeg was built. `ffmpeg -encoders` lists those of this machine.",
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      export: { video: { codec: «libghost» } }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      export: { video: { codec: h264 } }
      """
    ])

  static let unknownOption = DiagnosticPage(
    "unknown-option", .error,
    summary: "an option that the encoder or filter does not have",
    rationale: """
      FFmpeg would pass over it in silence. `ffmpeg -h encoder=NAME` lists an encoder's options, `ffmpeg -h \
      filter=NAME` those of a filter.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      export: { video: { codec: h264, options: { «presett»: fast } } }
      """,
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      effects: [ { filter: { name: gblur, options: { «sigmma»: 5 } } } ]
      """,
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      effects: [ { filter: { name: gblur, options: { sigma: 5 } } } ]
      export: { video: { codec: h264, options: { preset: fast } } }
      """
    ])

  static let optionNotAllowed = DiagnosticPage(
    "option-not-allowed", .error,
    summary: "an option or an encoder that may do more than compute, or a value that costs without bound",
    rationale: """
      A document may come from anywhere, so it may only ask for what turns pictures and sound into others. What opens \
      files, loads programs, reaches the network or needs a device is left out, and what nobody has looked at is, too; \
      numbers that time or memory go with have bounds. `--trust option:NAME.OPTION` and `--trust encoder:NAME` allow \
      more, to those who know where a document comes from.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      export: { video: { codec: h264, options: { x264-params: «"me=hex:dump-yuv=all.yuv"» } } }
      """,
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      effects: [ { filter: { name: lut3d, options: { «file»: night.cube } } } ]
      """,
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      effects: [ { filter: { name: nlmeans, options: { r: «99» } } } ]
      """,
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      export: { video: { codec: «wrapped_avframe» } }
      """,
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      effects: [ { filter: { name: nlmeans, options: { s: 3 } } } ]
      export: { video: { codec: h264, options: { x264-params: "me=hex:subme=6" } } }
      """
    ])

  static let badOption = DiagnosticPage(
    "bad-option", .error,
    summary: "a value that an option of the encoder or filter does not take",
    rationale: "The value is outside the option's range, or none of its names.",
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      effects: [ { filter: { name: gblur, options: { sigma: «5000» } } } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      effects: [ { filter: { name: gblur, options: { sigma: 50 } } } ]
      """
    ])

  static let containerMismatch = DiagnosticPage(
    "container-mismatch", .error,
    summary: "a codec that the container does not hold",
    rationale: "Players would not find the stream. Choose another container, or another codec.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      export: { preset: prores, container: «mp4» }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      export: { preset: prores, container: mov }
      """
    ])

  static let soundNotEncodable = DiagnosticPage(
    "sound-not-encodable", .error,
    summary: "a sample rate or a number of channels that the encoder does not take",
    rationale:
      "The canvas says how many samples per second and channels the sound has, and some codecs hold only certain ones: "
      + "AAC up to 96000 samples per second, MP3 two channels. Change the canvas, or the codec.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25, sample-rate: «192000» }
      tracks: [ { kind: audio, segments: [ voice.wav ] } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25, sample-rate: 96000 }
      tracks: [ { kind: audio, segments: [ voice.wav ] } ]
      """
    ],
    media: "voice.wav  10 s  48000 Hz")

  static let exportRefused = DiagnosticPage(
    "export-refused", .error,
    summary: "what an encoder or a container refuses once it is opened",
    rationale: """
      Not all that an encoder takes by itself goes together: some know only certain sizes, rates and pixel formats, and \
      some need hardware. So the encoders are opened as for the movie, and the head of the file is written to nowhere. \
      What refuses says why.
      """,
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 16x16, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s } ] } ]
        export: { preset: hevc, video: { codec: hevc, size: 2x2 } }
        """,
      """
      $ cutlist check edit.yaml
      edit.yaml:4:41: error: `libx265` does not take what is asked of it [export-refused]
       4 | export: { preset: hevc, video: { codec: hevc, size: 2x2 } }
         |                                         ^^^^
      note: [libx265] Image size is too small (2x2).
      1 error
      $ echo $?
      1
      """))

  static let limitTooSmall = DiagnosticPage(
    "limit-too-small", .error,
    summary: "a `file-length-limit` that the sound alone goes beyond",
    rationale:
      "The sound keeps its bit rate, and the picture gets what is left. Give the sound a smaller `bitrate`, or a codec "
      + "that loses something: ten seconds at 192 kb/s are 240 kB.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - { kind: video, segments: [ { clip: { color: red }, duration: 10s } ] }
        - { kind: audio, segments: [ voice.wav ] }
      export: { file-length-limit: «200kB» }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - { kind: video, segments: [ { clip: { color: red }, duration: 10s } ] }
        - { kind: audio, segments: [ voice.wav ] }
      export: { file-length-limit: 200kB, audio: { bitrate: 96k } }
      """
    ],
    media: "voice.wav  10 s  48000 Hz")

  static let exportPages: [DiagnosticPage] = [
    unknownFont, unknownPreset, unknownEncoder, unknownOption, badOption, containerMismatch, soundNotEncodable,
    exportRefused, optionNotAllowed, optionMisplaced, optionIgnored, rateIgnored, limitTooSmall,
    chaptersNotKept,
  ]
}
