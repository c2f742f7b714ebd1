import Synchronization

/// One text that was compiled, under the name its messages use, with its lines counted.
package final class SourceFile: Sendable {
  package let id: FileID
  /// The path as the user wrote it, or a stand-in such as `<stdin>`.
  package let name: String
  package let bytes: [UInt8]
  package let lines: LineTable
  /// The columns of long lines that were asked for, by where these begin.
  private let columns = Mutex<[Int: ColumnTable]>([:])

  package init(id: FileID = FileID(0), name: String, bytes: [UInt8]) {
    self.id = id
    self.name = name
    self.bytes = bytes
    lines = LineTable(bytes)
  }

  /// The columns of a long line.
  func columns(ofLine line: Range<Int>) -> ColumnTable {
    columns.withLock { known in
      if let table = known[line.lowerBound] { return table }
      let table = ColumnTable(bytes, line: line)
      known[line.lowerBound] = table
      return table
    }
  }

  package convenience init(id: FileID = FileID(0), name: String, text: String) {
    self.init(id: id, name: name, bytes: Array(text.utf8))
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The span of the whole text.
  package var span: SourceSpan { SourceSpan(file: id, 0..<bytes.count) }

  /// The text under `span`.
  package func text(of span: SourceSpan) -> String {
    String(decoding: bytes[span.range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// The text of a one-based line, without its line break.
  package func text(ofLine line: Int) -> String { String(decoding: bytes[content(ofLine: line)], as: UTF8.self) }

  /// The bytes of a one-based line, without its line break.
  func content(ofLine line: Int) -> Range<Int> {
    var range = lines.range(ofLine: line)
    while let last = range.last, bytes[last] == UInt8(ascii: "\n") || bytes[last] == UInt8(ascii: "\r") {
      range = range.dropLast()
    }
    return range
  }
}

/// Names a source file within one run.
package struct FileID: Hashable, Sendable {
  package let number: Int32
  package init(_ number: Int32) { self.number = number }
}
