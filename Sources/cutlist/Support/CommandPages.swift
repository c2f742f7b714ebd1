import Diagnostics

/// What can be wrong with a command rather than with a document.
extension DiagnosticPage {
  static let outputExists = DiagnosticPage(
    "output-exists", .error,
    summary: "the output file is already there",
    rationale: "Nothing is overwritten unasked. Choose another name, or say `--overwrite`.")

  static let outputTypeMismatch = DiagnosticPage(
    "output-type-mismatch", .error,
    summary: "the output's ending and the document's container differ",
    rationale: "The document names a container and the file is named for another. Change one of them.")

  static let outputOutsideRoot = DiagnosticPage(
    "output-outside-root", .error,
    summary: "an output file outside the folder that `--root` names",
    rationale: "With `--root`, neither media nor the output may be anywhere else.")

  static let renderFailed = DiagnosticPage(
    "render-failed", .error,
    summary: "rendering stopped",
    rationale: """
      The document is right, and something else went wrong on the way: a damaged source, a full disk, an encoder that \
      refuses its settings. No output was left behind.
      """)

  static let mixClipped = DiagnosticPage(
    "mix-clipped", .warning,
    summary: "the sound became louder than full scale",
    rationale:
      "Tracks are added as they are. What went beyond full scale was held to it, which is heard as distortion; turn some of them down."
  )
}

let commandPages: [DiagnosticPage] = [
  .outputExists, .outputTypeMismatch, .outputOutsideRoot, .renderFailed, .mixClipped,
]
