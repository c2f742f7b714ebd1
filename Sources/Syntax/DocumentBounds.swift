import Diagnostics

/// The limits of what a document may hold, in YAML and in JSON.
package enum DocumentBounds {
  /// The number of values, those behind aliases counted each time they are used.
  package static let values = 1_000_000
  /// The length of text that counts as one more value, in bytes.
  static let bytesPerValue = 64
  /// The levels of lists and mappings within one another.
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

extension Node {
  /// The number of values in it, each part counted as often as it is there. Where it is more than a document may hold, it
  /// is one more than that.
  package var valueCount: Int {
    var left = DocumentBounds.values + 1
    count(downFrom: &left)
    return DocumentBounds.values + 1 - max(left, 0)
  }

  private func count(downFrom left: inout Int) {
    left -= 1
    switch content {
    case .scalar(let scalar): left -= scalar.text.utf8.count / DocumentBounds.bytesPerValue
    case .sequence(let elements): for element in elements where left > 0 { element.count(downFrom: &left) }
    case .mapping(let entries): for entry in entries where left > 0 { entry.value.count(downFrom: &left) }
    }
  }
}
