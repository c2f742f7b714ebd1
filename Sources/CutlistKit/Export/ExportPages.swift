package import Diagnostics

/// What can be wrong with an export rather than with a document.
extension DiagnosticPage {
  package static let outputExists = DiagnosticPage(
    "output-exists", .error,
    summary: "the output file is already there",
    rationale: "Nothing is overwritten unasked. Choose another name, or say `--overwrite`.",
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s } ] } ]
        """,
      """
      $ cutlist render edit.yaml -o edit.mp4
      $ cutlist render edit.yaml -o edit.mp4
      error: edit.mp4 is already there [output-exists]
        help: choose another name, or add --overwrite
      1 error
      $ echo $?
      2
      $ cutlist render edit.yaml -o edit.mp4 --overwrite
      """))

  package static let outputTypeMismatch = DiagnosticPage(
    "output-type-mismatch", .error,
    summary: "the output's ending and the document's container differ",
    rationale: "The document names a container and the file is named for another. Change one of them.",
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s } ] } ]
        export: { container: mov }
        """,
      """
      $ cutlist render edit.yaml -o edit.mp4
      edit.yaml:4:9: error: the document asks for mov, and edit.mp4 is named for mp4 [output-type-mismatch]
       4 | export: { container: mov }
         |         ^^^^^^^^^^^^^^^^^^
        help: name the output .mov
      1 error
      $ echo $?
      2
      $ cutlist render edit.yaml -o edit.mov
      """))

  package static let outputOutsideRoot = DiagnosticPage(
    "output-outside-root", .error,
    summary: "an output file outside the folder that `--root` names",
    rationale: "With `--root`, neither media nor the output may be anywhere else.",
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s } ] } ]
        """,
      """
      $ cutlist render edit.yaml -o ../edit.mp4 --root .
      error: ../edit.mp4 leads out of . [output-outside-root]
      1 error
      $ echo $?
      2
      $ cutlist render edit.yaml -o edit.mp4 --root .
      """))

  package static let outputIsSource = DiagnosticPage(
    "output-is-source", .error,
    summary: "an output file that the edit is made of",
    rationale:
      "Rendering would replace the document or one of its own clips, and the next render would cut the wrong one.",
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ clip.mov ] } ]
        """,
      """
      $ ffmpeg -v error -f lavfi -i testsrc2=size=64x64:rate=25:duration=1 clip.mov
      $ cutlist render edit.yaml -o clip.mov --overwrite
      error: clip.mov is a file that this edit is made of [output-is-source]
      1 error
      $ echo $?
      2
      $ cutlist render edit.yaml -o edit.mov
      """))

  package static let renderFailed = DiagnosticPage(
    "render-failed", .error,
    summary: "rendering stopped",
    rationale: """
      The document is right, and something else went wrong on the way: a damaged source, a full disk, an encoder that \
      refuses its settings. No output was left behind. `check --picture` says so too where a frame cannot be drawn.
      """,
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s } ] } ]
        """,
      """
      $ cutlist render edit.yaml -o movies/edit.mp4
      error: cannot write movies/edit.mp4 [render-failed]
      note: no such file or directory
      1 error
      $ echo $?
      3
      $ mkdir movies
      $ cutlist render edit.yaml -o movies/edit.mp4
      """))

  package static let sourceChangedSinceCheck = DiagnosticPage(
    "source-changed-since-check", .error,
    summary: "a file that the movie is made of is no longer what was checked",
    rationale: """
      The document was checked against its media files, and one of them was written, replaced or removed since, or the \
      document itself, a timeline within it or its configuration says something else now. What had been rendered may not \
      belong together with what comes next, and a build would take the movie for newer than what it is made of, so \
      nothing was written. Wait until the file is complete, as a copy or a recording that is still running is not, and \
      render once more.
      """)

  package static let damageConcealed = DiagnosticPage(
    "damage-concealed", .warning,
    summary: "a damaged source that was made up for",
    rationale: """
      With `--on-damage conceal` a frame that cannot be decoded as it was coded is replaced by the last good one before \
      it (the next one if there is none), up to the next that does not refer to it, and sound that cannot by silence. \
      Times count from the beginning of the source's picture or sound. Without the option the render fails there.
      """,
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ clip.mov ] } ]
        """,
      """
      $ ffmpeg -v error -f lavfi -i testsrc2=size=64x64:rate=25:duration=2 -c:v prores clip.mov
      $ head -c 200 /dev/zero | dd of=clip.mov bs=1 seek=60000 conv=notrunc status=none
      $ cutlist render edit.yaml -o edit.mp4
      edit.yaml:3:38: error: cannot read frame 15 of clip.mov [render-failed]
       3 | tracks: [ { kind: video, segments: [ clip.mov ] } ]
         |                                      ^^^^^^^^
      note: at 0.6 s of the programme
      note: decode frame 15: the picture is damaged at 0.6 s
      1 error
      $ echo $?
      3
      $ cutlist render edit.yaml -o edit.mp4 --on-damage conceal
      warning: the picture of clip.mov is damaged from 0.6 s on: a good one near it stands in for 1 frame [damage-concealed]
      1 warning
      """))

  package static let loudnessSet = DiagnosticPage(
    "loudness-set", .remark,
    summary: "what was done for the programme's loudness",
    rationale: "The mix was measured first, and then multiplied with what it lacked. Peaks are held below `true-peak`.",
    session: ShellSession(
      with: """
        timeline: 1
        tracks: [ { kind: audio, segments: [ tone.wav ] } ]
        mix: { loudness: -16 }
        export: audio
        """,
      """
      $ ffmpeg -v error -f lavfi -i sine=duration=3 tone.wav
      $ cutlist render edit.yaml -o edit.m4a --remarks
      remark: the mix measured -18.7 LUFS; with +2.7 dB it comes to -16.0 [loudness-set]
      1 remark
      """))

  package static let loudnessMissed = DiagnosticPage(
    "loudness-missed", .warning,
    summary: "a programme that cannot be made as loud as it is to be",
    rationale: """
      To be so loud on average, its peaks would have to go beyond `true-peak`, and holding them below it takes away what \
      was gained. Lower the target, or make loud and soft more alike with a compressor. What is shorter than a block of \
      0.4 s, or nowhere louder than -70 LUFS, has no loudness at all and is left as it is.
      """,
    session: ShellSession(
      with: """
        timeline: 1
        tracks: [ { kind: audio, segments: [ tone.wav ] } ]
        mix: { loudness: -1 }
        export: audio
        """,
      """
      $ ffmpeg -v error -f lavfi -i sine=duration=0.5 tone.wav
      $ cutlist render edit.yaml -o edit.m4a
      warning: the mix measured -18.7 LUFS; with +22.4 dB it comes to -1.8 [loudness-missed]
      1 warning
      $ echo $?
      0
      """))

  package static let mixClipped = DiagnosticPage(
    "mix-clipped", .warning,
    summary: "the sound became louder than full scale",
    rationale:
      "Tracks are added as they are. What went beyond full scale was held to it, which is heard as distortion; turn some of them down.",
    session: ShellSession(
      with: """
        timeline: 1
        tracks:
          - { kind: audio, segments: [ tone.wav ] }
          - { kind: audio, segments: [ tone.wav ] }
        export: audio
        """,
      """
      $ ffmpeg -v error -f lavfi -i sine=duration=3,volume=15dB tone.wav
      $ cutlist render edit.yaml -o edit.m4a
      warning: the mix reaches 1.41 times full scale at 41/24000 s; 142560 samples were held to it [mix-clipped]
      1 warning
      $ echo $?
      0
      """))

  package static let joinedHEVC = DiagnosticPage(
    "joined-hevc", .remark,
    summary: "a movie of HEVC that Apple's players refuse",
    rationale: """
      Where copied and encoded frames of HEVC stand in one movie, or frames of sources that were encoded differently, \
      each key frame brings its own headers, and MP4 and QuickTime call such a track `hev1`. Most players take it; those \
      of Apple want `hvc1`, with one set of headers for all. `--no-copy` encodes every frame, and H.264 has no such trouble.
      """,
    session: ShellSession(
      with: """
        timeline: 1
        tracks: [ { kind: video, segments: [ { clip: clip.mp4, source: 10f..50f } ] } ]
        export: { video: { codec: h265 } }
        """,
      """
      $ ffmpeg -v error -f lavfi -i testsrc2=size=256x256:rate=25:duration=3 -c:v libx265 -pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -x265-params log-level=none:keyint=25:bframes=0 clip.mp4
      $ cutlist render edit.yaml -o edit.mp4
      remark: the movie's HEVC is `hev1`, which Apple's players refuse [joined-hevc]
        help: add --no-copy, which encodes every frame and makes it `hvc1`
      1 remark
      $ cutlist render edit.yaml -o whole.mp4 --no-copy
      """))

  package static let storeUnavailable = DiagnosticPage(
    "store-unavailable", .remark,
    summary: "finished work that could not be kept",
    rationale:
      "The movie is right and complete, but the next render will do some of its work again. See docs/store.md; `--no-store` keeps nothing and says nothing.",
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s } ] } ]
        """,
      """
      $ touch work
      $ cutlist render edit.yaml -o edit.mp4 --store work --remarks
      edit.yaml:3:38: remark: a colour fills the frame: 25 frames are encoded [color]
       3 | tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s } ] } ]
         |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      1 remark
      remark: not all work could be kept: cannot keep finished work in work: it cannot be opened: not a directory [store-unavailable]
      1 remark
      $ echo $?
      0
      """))

  package static let tooManyStreams = DiagnosticPage(
    "too-many-streams", .error,
    summary: "more movies at once than the command line allows",
    rationale: """
      With `--max-decoders` a plan fails where some frame needs more movies decoded than that. Each takes memory; a \
      machine that has little can so be kept from work that it is not made for. Show fewer of them at once.
      """,
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { kind: video, segments: [ { clip: clip.mov, source: 1s..2s, opacity: 50% } ] }
          - { kind: video, segments: [ { clip: clip.mov, source: 0s..1s } ] }
        """,
      """
      $ ffmpeg -v error -f lavfi -i testsrc2=size=64x64:rate=25:duration=2 clip.mov
      $ cutlist plan edit.yaml --max-decoders 1
      frames  time        work    of                             why
      0-24    0 s to 1 s  encode  clip.mov 25-49, clip.mov 0-24  layers

      25 frames: 0 copied (0 %), 25 encoded in 1 piece
      75 frames decoded, 25 of them to catch up with a cut; at most 2 movies at once
      to libx264, yuv420p, in mp4
      no sound
      edit.yaml:4:32: remark: clip.mov over clip.mov: 25 frames are encoded [layers]
       4 |   - { kind: video, segments: [ { clip: clip.mov, source: 1s..2s, opacity: 50% } ] }
         |                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      1 remark
      edit.yaml:4:32: error: 2 movies are decoded at once, and --max-decoders allows 1 [too-many-streams]
       4 |   - { kind: video, segments: [ { clip: clip.mov, source: 1s..2s, opacity: 50% } ] }
         |                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      1 error
      $ echo $?
      1
      """))
}

package let exportRunPages: [DiagnosticPage] = [
  .outputExists, .outputTypeMismatch, .outputOutsideRoot, .outputIsSource, .sourceChangedSinceCheck, .renderFailed,
  .damageConcealed, .loudnessSet, .loudnessMissed, .mixClipped, .joinedHEVC, .storeUnavailable, .tooManyStreams,
]
