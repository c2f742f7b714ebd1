/// The part of a line that is shown: what stands before the marked characters, those, and what follows. A long line is
/// cut around its mark.
struct LineWindow {
  let before: String
  let mark: String
  let after: String

  /// In characters.
  private static let limit = 140
  /// How many bytes of a line are looked at before a mark and behind it.
  private static let reach = 4 * limit

  /// The part of a one-based line about what of `mark` it holds.
  init(of line: Int, marking mark: Range<Int>, in file: SourceFile) {
    let whole = file.content(ofLine: line)
    let start = min(max(mark.lowerBound, whole.lowerBound), whole.upperBound)
    let stop = min(max(mark.upperBound, start), whole.upperBound)
    let low = file.characterStart(at: max(whole.lowerBound, start - Self.reach), notBefore: whole.lowerBound)
    let high = file.characterStart(at: min(whole.upperBound, start + Self.reach), notBefore: start)
    let before = Array(String(decoding: file.bytes[low..<start], as: UTF8.self))
    let marked = String(decoding: file.bytes[start..<max(start, min(stop, high))], as: UTF8.self).count
    let text = Array(String(decoding: file.bytes[low..<high], as: UTF8.self))
    let first = min(before.count, text.count)
    self.init(
      text, mark: first..<min(first + marked, text.count), isCut: (low > whole.lowerBound, high < whole.upperBound))
  }

  private init(_ line: [Character], mark: Range<Int>, isCut: (before: Bool, after: Bool)) {
    let isShort = line.count <= Self.limit && isCut == (false, false)
    let start = isShort ? 0 : max(0, min(mark.lowerBound - Self.limit / 3, line.count - Self.limit))
    let end = min(line.count, start + Self.limit)
    let stop = min(max(mark.upperBound, mark.lowerBound), end)
    before = (start > 0 || isCut.before ? "…" : "") + String(line[start..<mark.lowerBound]).printable
    self.mark = String(line[mark.lowerBound..<stop]).printable
    after = String(line[stop..<end]).printable + (end < line.count || isCut.after ? "…" : "")
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
  /// Columns on a terminal: East Asian wide characters and emoji take two.
  var displayWidth: Int { reduce(0) { $0 + ($1.isWide ? 2 : 1) } }
}

extension Character {
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    if scalar.properties.isEmojiPresentation { return true }
    return Character.wideRanges.contains { $0.contains(scalar.value) }
  }

  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60,
    0x20000...0x3FFFD,
  ]
}
