import Diagnostics

/// How much a document may hold, in YAML and in JSON.
enum DocumentBounds {
  /// Values, those behind aliases counted each time they are used.
  static let values = 1_000_000
  /// How many bytes of text count as much as a value.
  static let bytesPerValue = 64
  /// Levels of lists and mappings within one another.
  static let depth = 200
  static let bytes = 64 << 20

  static func report(tooManyBytesOf source: SourceFile, to log: inout DiagnosticLog) {
    log.report(
      .limitExceeded, "a document has at most 64 MiB; this one has \(source.bytes.count) bytes",
      at: SourceSpan(file: source.id, 0..<0))
  }

  static func report(tooDeepAt span: SourceSpan, to log: inout DiagnosticLog) {
    log.report(.limitExceeded, "the document is nested more than \(depth) levels deep", at: span)
  }

  static func report(tooManyValuesAt span: SourceSpan, to log: inout DiagnosticLog) {
    log.report(
      .limitExceeded,
      "the document holds more than a million values, those behind aliases counted each time they are used", at: span)
  }
}
