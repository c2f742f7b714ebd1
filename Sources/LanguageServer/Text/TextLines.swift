import Diagnostics

/// Lines of a text, as the protocol ends them: with a line feed, a carriage return, or both.
package struct TextLines: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int32]
  /// Of long lines: how many UTF-16 code units come before every `step`th of their bytes.
  private let units: [Int: [Int32]]

  private static let step = 512

  package init(_ bytes: [UInt8]) {
    var starts: [Int32] = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == 0x0A || bytes[index] == 0x0D {
        if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
        starts.append(Int32(index + 1))
      }
    }
    self.bytes = bytes
    self.starts = starts
    units = TextLines.units(bytes, starts)
  }

  private static func units(_ bytes: [UInt8], _ starts: [Int32]) -> [Int: [Int32]] {
    var units: [Int: [Int32]] = [:]
    for (line, start) in starts.enumerated() {
      let range = Int(start)..<(line + 1 < starts.count ? Int(starts[line + 1]) : bytes.count)
      guard range.count > 4 * step else { continue }
      var (counts, sum): ([Int32], Int32) = ([], 0)
      for index in range {
        if (index - range.lowerBound) % step == 0 { counts.append(sum) }
        sum += Int32(PositionEncoding.utf16.units(of: bytes[index]))
      }
      units[line] = counts
    }
    return units
  }

  package var count: Int { starts.count }

  /// The zero-based line that holds the byte at `offset`.
  package func line(at offset: Int) -> Int {
    max(starts.leadingCount { $0 <= offset } - 1, 0)
  }

  /// The bytes of a line, with its end.
  func range(ofLine line: Int) -> Range<Int> {
    Int(starts[line])..<(line + 1 < starts.count ? Int(starts[line + 1]) : bytes.count)
  }

  /// The bytes of a line, without its end.
  package func content(ofLine line: Int) -> Range<Int> {
    guard line < starts.count else { return bytes.count..<bytes.count }
    let whole = range(ofLine: line)
    var end = whole.upperBound
    while end > whole.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return whole.lowerBound..<end
  }

  package func position(of offset: Int, _ encoding: PositionEncoding) -> LSP.Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(at: offset)
    let start = Int(starts[line])
    if encoding == .utf8 { return LSP.Position(line: line, character: offset - start) }
    let mark = (encoding == .utf16 ? units[line] : nil).map { ((offset - start) / TextLines.step, $0) }
    let known = mark.map { Int($1[min($0, $1.count - 1)]) } ?? 0
    let from = mark.map { start + min($0, $1.count - 1) * TextLines.step } ?? start
    return LSP.Position(
      line: line, character: bytes[from..<offset].reduce(known) { $0 + encoding.units(of: $1) })
  }

  package func range(_ offsets: Range<Int>, _ encoding: PositionEncoding) -> LSP.Range {
    LSP.Range(start: position(of: offsets.lowerBound, encoding), end: position(of: offsets.upperBound, encoding))
  }

  /// The byte at a position. Beyond a line's end that is its end, beyond the text the text's; within a character it is
  /// the character's start.
  package func offset(of position: LSP.Position, _ encoding: PositionEncoding) -> Int {
    guard position.line >= 0 else { return 0 }
    let line = content(ofLine: position.line)
    var (start, units) = self.start(of: position, line, encoding)
    for index in start..<line.upperBound {
      let isStart = bytes[index] & 0xC0 != 0x80
      if isStart {
        guard units < position.character else { return index }
        start = index
      }
      units += encoding.units(of: bytes[index])
      if units > position.character { return start }
    }
    return line.upperBound
  }

  /// A character's start not far before a position, and how many units of the line come before it.
  private func start(
    of position: LSP.Position, _ line: Range<Int>, _ encoding: PositionEncoding
  ) -> (offset: Int, units: Int) {
    var (offset, units) = (line.lowerBound, 0)
    if encoding == .utf8 {
      units = min(max(0, position.character), line.count)
      offset += units
    } else if encoding == .utf16, let counts = self.units[position.line] {
      let known = max(counts.leadingCount { $0 <= position.character } - 1, 0)
      (offset, units) = (line.lowerBound + known * TextLines.step, Int(counts[known]))
    }
    while offset > line.lowerBound, offset >= line.upperBound || bytes[offset] & 0xC0 == 0x80 {
      offset -= 1
      units -= encoding.units(of: bytes[offset])
    }
    return (min(offset, line.upperBound), units)
  }
}
