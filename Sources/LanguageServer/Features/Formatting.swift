import CutlistKit
import Diagnostics

extension ReadDocument {
  /// What laying it out canonically changes: the lines from the first to the last that differ. Nothing where the text
  /// cannot be read.
  func formatting() -> [LSP.TextEdit] {
    guard kind != .other else { return [] }
    let formatted = FormattedDocument(source)
    guard formatted.hasChanged else { return [] }
    let (old, new) = (source.bytes.lines, formatted.bytes.lines)
    let same = zip(old, new).prefix { $0 == $1 }.count
    let limit = min(old.count, new.count) - same
    let sameAtEnd = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(limit).count
    let start = old[..<same].reduce(0) { $0 + $1.count }
    let end = source.bytes.count - old.suffix(sameAtEnd).reduce(0) { $0 + $1.count }
    let text = new[same..<new.count - sameAtEnd].joined()
    return [
      LSP.TextEdit(range: lines.range(start..<end, encoding), newText: String(decoding: Array(text), as: UTF8.self))
    ]
  }
}

extension [UInt8] {
  /// With their ends.
  fileprivate var lines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in enumerated() where byte == 0x0A {
      lines.append(self[start...index])
      start = index + 1
    }
    if start < count { lines.append(self[start...]) }
    return lines
  }
}
