package import Diagnostics

/// What can be wrong with an encoder's options that it takes all the same.
extension DiagnosticPage {
  static let optionMisplaced = DiagnosticPage(
    "option-misplaced", .warning,
    summary: "an encoder's option that contradicts what the picture or the sound is",
    rationale: """
      How large the picture is, how fast, and of which colours, and how many samples and channels the sound has, follows \
      from the canvas and from the export's own keys. An option does not change that, but only what the movie says of \
      itself: it may play too fast, too dark, or not at all. An option that says the same is nothing to complain about.
      """,
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s } ] } ]
        export: { video: { options: { color_range: pc } } }
        """,
      """
      $ cutlist check edit.yaml
      edit.yaml:4:31: warning: `color_range` is not the encoder's to say [option-misplaced]
       4 | export: { video: { options: { color_range: pc } } }
         |                               ^^^^^^^^^^^
      note: colours are those of the canvas, and their range is that of the pixel format
      1 warning
      """))

  static let optionIgnored = DiagnosticPage(
    "option-ignored", .warning,
    summary: "a value of a parameter that an encoder cannot read",
    rationale: """
      Lists such as `x264-params` are handed on to the library behind an encoder, which goes on without what it does not \
      understand. Parameters that no table knows are errors (`option-not-allowed`).
      """,
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s } ] } ]
        export: { video: { options: { x264-params: "subme=6:me=diamond" } } }
        """,
      """
      $ cutlist check edit.yaml
      edit.yaml:4:31: warning: the encoder does not understand all of it [option-ignored]
       4 | export: { video: { options: { x264-params: "subme=6:me=diamond" } } }
         |                               ^^^^^^^^^^^
      note: [libx264] Error parsing option 'me = diamond'.
      1 warning
      """))

  static let rateIgnored = DiagnosticPage(
    "rate-ignored", .warning,
    summary: "a bit rate or a file's length that the codec cannot be held to",
    rationale: """
      Some codecs take as many bits as the picture needs: those that lose nothing, such as FFV1, and ProRes, whose \
      `profile` says how many. With a `file-length-limit` the render fails once the file is longer.
      """,
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s } ] } ]
        export: { preset: prores, video: { bitrate: 4M } }
        """,
      """
      $ cutlist check edit.yaml
      edit.yaml:4:45: warning: `prores_ks` cannot be held to a bit rate [rate-ignored]
       4 | export: { preset: prores, video: { bitrate: 4M } }
         |                                             ^^
      1 warning
      """))

  package static let chaptersNotKept = DiagnosticPage(
    "chapters-not-kept", .warning,
    summary: "chapters that the container has no place for",
    rationale: "A WAV file is sound and nothing else. M4A and Matroska hold chapters beside sound alone.",
    bad: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: audio, segments: [ voice.wav ] } ]
      chapters: [ «{ at: 0s, title: One }» ]
      export: { container: wav, video: false, audio: { codec: pcm } }
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: audio, segments: [ voice.wav ] } ]
      chapters: [ { at: 0s, title: One } ]
      export: { container: mkv, video: false, audio: { codec: pcm } }
      """
    ],
    media: "voice.wav  10 s  48000 Hz")
}
