/// A change of a byte range in the original text, so that everything around it keeps its layout and comments.
package struct TextEdit: Hashable, Sendable {
  package var span: SourceSpan
  package var replacement: String
  package init(span: SourceSpan, replacement: String) {
    self.span = span
    self.replacement = replacement
  }

  /// True where the two cannot both be made: they share bytes, or put something into the same place.
  package func collides(with other: TextEdit) -> Bool {
    guard span.file == other.span.file else { return false }
    if span.range.isEmpty || other.span.range.isEmpty {
      return span.start <= other.span.end && other.span.start <= span.end
    }
    return span.start < other.span.end && other.span.start < span.end
  }
}

extension SourceFile {
  /// The same file with its text changed, its lines broken as they were. No two edits may collide.
  package func applying(_ edits: [TextEdit]) -> SourceFile {
    var changed: [UInt8] = []
    var position = 0
    let lineBreak = breaksLinesWithCRLF ? "\r\n" : "\n"
    for edit in edits.sorted(by: { $0.span.start < $1.span.start }) {
      changed += bytes[position..<edit.span.start] + Array(edit.replacement.replacing("\n", with: lineBreak).utf8)
      position = edit.span.end
    }
    return SourceFile(id: id, name: name, bytes: changed + bytes[position...])
  }
}
