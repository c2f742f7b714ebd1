/// How many characters stand before places of a line that lie some hundred bytes apart, so that columns of a line of
/// megabytes need not be counted from its start.
struct ColumnTable: Sendable {
  struct Mark: Sendable {
    /// In bytes from the start of the text.
    var offset: Int
    /// How many characters and how many UTF-16 code units of the line come before it.
    var characters = 0
    var codeUnits = 0
  }

  private var marks: [Mark]

  /// How far two marks lie apart, where there is a border between two characters.
  private static let step = 512
  /// How many bytes of a line are counted each time.
  static let shortLine = 2048

  init(_ bytes: [UInt8], line: Range<Int>) {
    marks = [Mark(offset: line.lowerBound)]
    var next = line.lowerBound + ColumnTable.step
    while next < line.upperBound {
      guard bytes.parts(at: next) else {
        next += 1
        continue
      }
      var mark = marks[marks.count - 1]
      let text = String(decoding: bytes[mark.offset..<next], as: UTF8.self)
      mark.characters += text.count
      mark.codeUnits += text.utf16.count
      mark.offset = next
      marks.append(mark)
      next += ColumnTable.step
    }
  }

  /// The last mark that is not behind `offset`.
  func mark(before offset: Int) -> Mark { marks[max(marks.leadingCount { $0.offset <= offset } - 1, 0)] }
}

extension [UInt8] {
  /// True where one character ends and another begins for certain, whatever stands further away: neither is a part of
  /// what joins its neighbours. Some borders are not found.
  fileprivate func parts(at index: Int) -> Bool {
    guard index > 0, index < count else { return true }
    if self[index] < 0x80, self[index - 1] < 0x80 { return self[index] != 0x0A }
    guard self[index] & 0xC0 != 0x80 else { return false }
    var start = index - 1
    while start > 0, index - start < 4, self[start] & 0xC0 == 0x80 { start -= 1 }
    let before = String(decoding: self[start..<index], as: UTF8.self).unicodeScalars.last
    let after = String(decoding: self[index..<Swift.min(index + 4, count)], as: UTF8.self).unicodeScalars.first
    guard let before, let after else { return true }
    return !before.joinsNeighbours && !after.joinsNeighbours
      && String(String.UnicodeScalarView([before, after])).count == 2
  }
}

extension Unicode.Scalar {
  /// True for what may make one character of what stands on its two sides, or of more than two.
  fileprivate var joinsNeighbours: Bool {
    value == 0x200D || (0x1F1E6...0x1F1FF).contains(value) || properties.isGraphemeExtend
      || properties.generalCategory == .spacingMark
  }
}
