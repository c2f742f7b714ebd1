import Diagnostics

/// Finds values that a `#` turned into comments: YAML begins a comment at every `#` after a space.
struct CommentTrap {
  private let source: SourceFile
  private var bytes: [UInt8] { source.bytes }

  init(_ source: SourceFile) { self.source = source }

  /// What stands behind a colon and a `#`, up to the next space or bracket; nil where that is not what follows.
  func value(after key: Int) -> SourceSpan? {
    var index = key
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: ":") { index += 1 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "#"), index > key + 1 else { return nil }
    let end = bytes[index...].firstIndex { " \t\r\n,}]".utf8.contains($0) } ?? bytes.count
    return end > index + 1 ? SourceSpan(file: source.id, index..<end) : nil
  }

  /// What looks like colours without quotes that took the rest of their lines with them.
  func colors(in range: Range<Int>) -> [SourceSpan] {
    // Of several colons in a row, with or without spaces, the last has the value.
    let colons = range.filter { index in
      guard bytes[index] == UInt8(ascii: ":") else { return false }
      let next = bytes[(index + 1)...].first { $0 != UInt8(ascii: " ") }
      return next == UInt8(ascii: "#")
    }
    return colons.compactMap { value(after: $0) }.filter { $0.range.count <= 9 && isColor(source.text(of: $0)) }
  }

  private func isColor(_ text: String) -> Bool {
    [4, 7, 9].contains(text.count) && text.dropFirst().allSatisfy(\.isHexDigit)
  }

  /// The first comment between two places that has something other than space before it on its line.
  func comment(from start: Int, to end: Int) -> SourceSpan? {
    var lineHasText = false
    var quote: UInt8?
    for index in start..<min(end, bytes.count) {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\n") {
        lineHasText = false
      } else if byte == UInt8(ascii: "#"), lineHasText, index > 0, bytes[index - 1] == UInt8(ascii: " ") {
        return SourceSpan(file: source.id, index..<index + 1)
      } else if byte != UInt8(ascii: " ") {
        lineHasText = true
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
      }
    }
    return nil
  }

  static func diagnostic(for span: SourceSpan, in source: SourceFile) -> Diagnostic {
    let page = DiagnosticPage.commentSwallowsValue
    let quoted = "\"\(source.text(of: span))\""
    return Diagnostic(
      page.severity, page.id, "a `#` after a space begins a comment, so there is no value here", at: span,
      fixIts: [
        FixIt("write `\(quoted)`", edits: [TextEdit(span: span, replacement: quoted)], safety: .safe)
      ])
  }
}
