/// Turns byte offsets into lines and columns. Everything inside the compiler counts bytes; only the edges count lines.
package struct LineTable: Hashable, Sendable {
  private let starts: [Int]
  private let end: Int

  /// A byte order mark belongs to no line.
  package init(_ bytes: [UInt8]) {
    var starts = [bytes.byteOrderMarkLength]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    self.starts = starts
    end = bytes.count
  }

  package var count: Int { starts.count }

  /// The one-based line that holds the byte at `offset`.
  package func line(at offset: Int) -> Int { max(starts.leadingCount { $0 <= offset }, 1) }

  /// The byte range of a one-based line, its line break included.
  package func range(ofLine line: Int) -> Range<Int> {
    guard line >= 1, line <= starts.count else { return end..<end }
    return starts[line - 1]..<(line < starts.count ? starts[line] : end)
  }
}

/// A one-based line and a one-based column, counted in characters as an editor shows them.
package struct LineColumn: Hashable, Sendable {
  package let line: Int
  package let column: Int
}

extension Collection<UInt8> {
  /// The length of the byte order mark that a UTF-8 text begins with, in bytes; 0 if there is none.
  package var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension SourceFile {
  package var hasByteOrderMark: Bool { bytes.byteOrderMarkLength > 0 }

  /// True if its first line ends with CR and LF, as Windows writes them.
  package var breaksLinesWithCRLF: Bool {
    guard lines.count > 1 else { return false }
    return bytes[lines.range(ofLine: 1)].suffix(2).first == 0x0D
  }

  /// Where the byte at `offset` stands.
  package func position(of offset: Int) -> LineColumn { position(of: offset, counting: \.characters) { $0.count } }

  /// The same with columns in UTF-16 code units, as protocols between programs count them.
  package func codeUnitPosition(of offset: Int) -> LineColumn {
    position(of: offset, counting: \.codeUnits) { $0.utf16.count }
  }

  private func position(
    of offset: Int, counting counted: KeyPath<ColumnTable.Mark, Int>, _ length: (String) -> Int
  ) -> LineColumn {
    let line = lines.line(at: offset)
    let range = lines.range(ofLine: line)
    let clamped = min(max(offset, range.lowerBound), bytes.count)
    var mark = ColumnTable.Mark(offset: range.lowerBound)
    if clamped - range.lowerBound > ColumnTable.shortLine { mark = columns(ofLine: range).mark(before: clamped) }
    let before = String(decoding: bytes[mark.offset..<clamped], as: UTF8.self)
    return LineColumn(line: line, column: mark[keyPath: counted] + length(before) + 1)
  }
}
