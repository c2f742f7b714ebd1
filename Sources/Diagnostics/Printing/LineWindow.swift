/// The part of a line that is shown: what stands before the marked characters, those, and what follows. A long line is
/// cut around its mark.
struct LineWindow {
  let before: String
  let mark: String
  let after: String

  /// Cuts a line around a mark.
  /// - Parameters:
  ///   - line: The number of the line, from 1.
  ///   - mark: The marked range of the file, in bytes. Only its part in the line is shown.
  ///   - columns: The maximum width, in columns, without the dots where the line is cut.
  init(of line: Int, marking mark: Range<Int>, in file: SourceFile, columns: Int) {
    let whole = file.content(ofLine: line)
    let start = min(max(mark.lowerBound, whole.lowerBound), whole.upperBound)
    let stop = min(max(mark.upperBound, start), whole.upperBound)
    let reach = 4 * columns
    let low = file.characterStart(at: max(whole.lowerBound, start - reach), notBefore: whole.lowerBound)
    let high = file.characterStart(at: min(whole.upperBound, start + reach), notBefore: start)
    let before = Array(String(decoding: file.bytes[low..<start], as: UTF8.self))
    let marked = String(decoding: file.bytes[start..<max(start, min(stop, high))], as: UTF8.self).count
    let text = Array(String(decoding: file.bytes[low..<high], as: UTF8.self))
    let first = min(before.count, text.count)
    self.init(
      text, mark: first..<min(first + marked, text.count), columns: columns,
      isCut: (low > whole.lowerBound, high < whole.upperBound))
  }

  private init(_ line: [Character], mark: Range<Int>, columns: Int, isCut: (before: Bool, after: Bool)) {
    let shown = Self.range(about: mark.lowerBound, in: line.map(\.displayWidth), columns: columns)
    let stop = min(max(mark.upperBound, mark.lowerBound), shown.upperBound)
    let cutStart = shown.lowerBound > 0 || isCut.before ? "…" : ""
    let cutEnd = shown.upperBound < line.count || isCut.after ? "…" : ""
    before = cutStart + String(line[shown.lowerBound..<mark.lowerBound]).printable
    self.mark = String(line[mark.lowerBound..<stop]).printable
    after = String(line[stop..<shown.upperBound]).printable + cutEnd
  }

  /// Returns the range of characters to show: at most `columns` wide, with a third of that before `place` if the line is
  /// long enough.
  private static func range(about place: Int, in widths: [Int], columns: Int) -> Range<Int> {
    var (start, end) = (place, place)
    var room = columns
    func takeBefore(leaving rest: Int) {
      while start > 0, room - widths[start - 1] >= rest { (start, room) = (start - 1, room - widths[start - 1]) }
    }
    takeBefore(leaving: columns - columns / 3)
    while end < widths.count, room >= widths[end] { (end, room) = (end + 1, room - widths[end]) }
    if end == widths.count { takeBefore(leaving: 0) }
    return start..<end
  }
}

extension SourceFile {
  /// Where the character begins that the byte at `offset` belongs to.
  fileprivate func characterStart(at offset: Int, notBefore lowest: Int) -> Int {
    var start = offset
    while start > lowest, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }
}

extension String {
  /// The width of the text on a terminal, in columns.
  var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}

extension Character {
  /// East Asian wide characters and emoji take two columns.
  fileprivate var displayWidth: Int { isWide ? 2 : 1 }

  private var isWide: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    if scalar.properties.isEmojiPresentation { return true }
    return Character.wideRanges.contains { $0.contains(scalar.value) }
  }

  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60,
    0x20000...0x3FFFD,
  ]
}
