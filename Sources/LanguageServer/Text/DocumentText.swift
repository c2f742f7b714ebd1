/// The text of an open document, which changes part by part.
package struct DocumentText: Sendable {
  package private(set) var bytes: [UInt8]
  package private(set) var lines: TextLines

  package init(_ text: String) {
    bytes = Array(text.utf8)
    lines = TextLines(bytes)
  }

  /// Makes changes one after another, each seen from what the one before has made.
  package mutating func apply(_ changes: [LSP.Change], _ encoding: PositionEncoding) {
    for change in changes {
      if let range = change.range {
        let start = lines.offset(of: range.start, encoding)
        let end = max(start, lines.offset(of: range.end, encoding))
        bytes.replaceSubrange(start..<end, with: change.text.utf8)
      } else {
        bytes = Array(change.text.utf8)
      }
      lines = TextLines(bytes)
    }
  }
}
