/// The part of a line that is shown: what stands before the marked characters, those, and what follows. A long line is
/// cut around its mark.
struct LineWindow {
  let before: String
  let mark: String
  let after: String

  private static let limit = 140

  init(_ line: [Character], mark: Range<Int>) {
    let start = line.count <= Self.limit ? 0 : max(0, min(mark.lowerBound - Self.limit / 3, line.count - Self.limit))
    let end = min(line.count, start + Self.limit)
    let stop = min(max(mark.upperBound, mark.lowerBound), end)
    before = (start > 0 ? "…" : "") + String(line[start..<mark.lowerBound]).printable
    self.mark = String(line[mark.lowerBound..<stop]).printable
    after = String(line[stop..<end]).printable + (end < line.count ? "…" : "")
  }
}

extension String {
  /// A tab takes the room of one space, so that what stands under it can be counted, and a character that would
  /// command the terminal is only shown.
  var printable: String {
    String(
      map { character in
        if character == "\t" { return " " }
        let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return isControl ? "\u{FFFD}" : character
      })
  }

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
