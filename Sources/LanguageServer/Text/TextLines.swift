/// Lines of a text, as the protocol ends them: with a line feed, a carriage return, or both.
package struct TextLines: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int32]

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
  }

  package var count: Int { starts.count }

  /// The zero-based line that holds the byte at `offset`.
  package func line(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The bytes of a line, without its end.
  package func content(ofLine line: Int) -> Range<Int> {
    guard line < starts.count else { return bytes.count..<bytes.count }
    let start = Int(starts[line])
    var end = line + 1 < starts.count ? Int(starts[line + 1]) : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  package func position(of offset: Int, _ encoding: PositionEncoding) -> LSP.Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(at: offset)
    let before = Int(starts[line])..<offset
    return LSP.Position(line: line, character: bytes[before].reduce(0) { $0 + encoding.units(of: $1) })
  }

  package func range(_ offsets: Range<Int>, _ encoding: PositionEncoding) -> LSP.Range {
    LSP.Range(start: position(of: offsets.lowerBound, encoding), end: position(of: offsets.upperBound, encoding))
  }

  /// The byte at a position. Beyond a line's end that is its end, beyond the text the text's; within a character it is
  /// the character's start.
  package func offset(of position: LSP.Position, _ encoding: PositionEncoding) -> Int {
    guard position.line >= 0 else { return 0 }
    let line = content(ofLine: position.line)
    var units = 0
    var start = line.lowerBound
    for index in line {
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
}
