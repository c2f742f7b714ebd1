package import Diagnostics

/// One comment of a YAML text.
package struct Comment: Hashable, Sendable {
  /// From the `#` to the end of the line.
  package var span: SourceSpan
  /// True where nothing else stands on its line.
  package var isAlone: Bool
}

extension SourceFile {
  /// Its comments in written order. `tree` is what it was read as: a `#` within one of its words is none.
  package func comments(besides tree: Node) -> [Comment] {
    guard bytes.contains(UInt8(ascii: "#")) else { return [] }
    let words = Outline(tree, in: self).words.map(\.span)
    var comments: [Comment] = []
    var next = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "#") else {
        index += 1
        continue
      }
      while next < words.count, words[next].end <= index { next += 1 }
      // Behind a bracket or a closing quote there need be no space.
      let isBehindQuote = next > 0 && words[next - 1].end == index && "\"'".utf8.contains(bytes[index - 1])
      guard index == 0 || bytes[index - 1].isWhiteSpace || isBehindQuote || ",[]{}".utf8.contains(bytes[index - 1])
      else {
        index += 1
        continue
      }
      if next < words.count, words[next].range.contains(index), !isHeader(of: words[next], index) {
        index = words[next].end
        continue
      }
      let line = lines.range(ofLine: lines.line(at: index))
      let end = line.upperBound - bytes[line].reversed().prefix { [0x0A, 0x0D].contains($0) }.count
      let isAlone = bytes[line.lowerBound..<index].allSatisfy { $0 == 0x20 || $0 == 0x09 }
      comments.append(Comment(span: SourceSpan(file: id, index..<end), isAlone: isAlone))
      index = line.upperBound
    }
    return comments
  }

  /// True on the line of the `|` or `>` that a block of text begins with.
  private func isHeader(of word: SourceSpan, _ index: Int) -> Bool {
    "|>".utf8.contains(bytes[word.start]) && lines.line(at: word.start) == lines.line(at: index)
  }
}
