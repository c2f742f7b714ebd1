package import Diagnostics

/// What can be wrong with an export rather than with a document.
extension DiagnosticPage {
  package static let outputExists = DiagnosticPage(
    "output-exists", .error,
    summary: "the output file is already there",
    rationale: "Nothing is overwritten unasked. Choose another name, or say `--overwrite`.")

  package static let outputTypeMismatch = DiagnosticPage(
    "output-type-mismatch", .error,
    summary: "the output's ending and the document's container differ",
    rationale: "The document names a container and the file is named for another. Change one of them.")

  package static let outputOutsideRoot = DiagnosticPage(
    "output-outside-root", .error,
    summary: "an output file outside the folder that `--root` names",
    rationale: "With `--root`, neither media nor the output may be anywhere else.")

  package static let outputIsSource = DiagnosticPage(
    "output-is-source", .error,
    summary: "an output file that the edit is made of",
    rationale:
      "Rendering would replace the document or one of its own clips, and the next render would cut the wrong one.")

  package static let renderFailed = DiagnosticPage(
    "render-failed", .error,
    summary: "rendering stopped",
    rationale: """
      The document is right, and something else went wrong on the way: a damaged source, a full disk, an encoder that \
      refuses its settings. No output was left behind. `check --picture` says so too where a frame cannot be drawn.
      """)

  package static let sourceChangedSinceCheck = DiagnosticPage(
    "source-changed-since-check", .error,
    summary: "a media file is no longer what was checked",
    rationale: """
      The document was checked against its media files, and one of them was written, replaced or removed since. What had \
      been rendered of it may not belong together with what comes next, so nothing was written. Wait until the file is \
      complete, as a copy or a recording that is still running is not, and render once more.
      """)

  package static let damageConcealed = DiagnosticPage(
    "damage-concealed", .warning,
    summary: "a damaged source that was made up for",
    rationale: """
      With `--on-damage conceal` a frame that cannot be decoded as it was coded is replaced by the last good one before \
      it, up to the next that does not refer to it, and sound that cannot by silence. Times count from the beginning of \
      the source's picture or sound. Without the option the render fails there.
      """)

  package static let loudnessSet = DiagnosticPage(
    "loudness-set", .remark,
    summary: "what was done for the programme's loudness",
    rationale: "The mix was measured first, and then multiplied with what it lacked. Peaks are held below `true-peak`.")

  package static let loudnessMissed = DiagnosticPage(
    "loudness-missed", .warning,
    summary: "a programme that cannot be made as loud as it is to be",
    rationale: """
      To be so loud on average, its peaks would have to go beyond `true-peak`, and holding them below it takes away what \
      was gained. Lower the target, or make loud and soft more alike with a compressor.
      """)

  package static let mixClipped = DiagnosticPage(
    "mix-clipped", .warning,
    summary: "the sound became louder than full scale",
    rationale:
      "Tracks are added as they are. What went beyond full scale was held to it, which is heard as distortion; turn some of them down."
  )

  package static let storeUnavailable = DiagnosticPage(
    "store-unavailable", .remark,
    summary: "finished work that could not be kept",
    rationale:
      "The movie is right and complete, but the next render will do some of its work again. See docs/store.md; `--no-store` keeps nothing and says nothing."
  )

  package static let tooManyStreams = DiagnosticPage(
    "too-many-streams", .error,
    summary: "more movies at once than the command line allows",
    rationale: "With `--max-decoders` a plan fails where some frame needs more movies decoded than that.")
}

package let exportRunPages: [DiagnosticPage] = [
  .outputExists, .outputTypeMismatch, .outputOutsideRoot, .outputIsSource, .sourceChangedSinceCheck, .renderFailed,
  .damageConcealed, .loudnessSet, .loudnessMissed, .mixClipped, .storeUnavailable, .tooManyStreams,
]
