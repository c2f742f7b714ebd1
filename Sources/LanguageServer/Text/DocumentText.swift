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
    guard !changes.isEmpty else { return }
    var pieces = LinePieces(bytes, lines)
    for change in changes {
      if let range = change.range {
        pieces.replace(range, with: change.text, encoding)
      } else {
        let text = Array(change.text.utf8)
        pieces = LinePieces(text, TextLines(text))
      }
    }
    bytes = pieces.joined
    lines = TextLines(bytes)
  }
}

/// The lines of a text, each with its end, so that a change moves none but its own. There is at least one.
private struct LinePieces {
  private var pieces: [[UInt8]]

  init(_ bytes: [UInt8], _ lines: TextLines) {
    pieces = (0..<lines.count).map { Array(bytes[lines.range(ofLine: $0)]) }
  }

  var joined: [UInt8] { Array(pieces.joined()) }

  /// Replaces what lies between two positions. Beyond the text they mean its end.
  mutating func replace(_ range: LSP.Range, with text: String, _ encoding: PositionEncoding) {
    var first = min(max(range.start.line, 0), pieces.count - 1)
    let last = min(max(range.end.line, first), pieces.count - 1)
    // A line feed that comes behind a carriage return belongs to it.
    if first > 0, pieces[first - 1].last == 0x0D { first -= 1 }
    var bytes = Array(pieces[first...last].joined())
    let lines = TextLines(bytes)
    func offset(_ position: LSP.Position) -> Int {
      if position.line < 0 { return 0 }
      return lines.offset(of: LSP.Position(line: position.line - first, character: position.character), encoding)
    }
    let start = offset(range.start)
    bytes.replaceSubrange(start..<max(start, offset(range.end)), with: text.utf8)
    var changed = LinePieces(bytes, TextLines(bytes)).pieces
    // Behind the last end there is a line only at the end of the text.
    if last < pieces.count - 1 { changed.removeLast() }
    pieces.replaceSubrange(first...last, with: changed)
  }
}
