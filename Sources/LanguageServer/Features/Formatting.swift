import CutlistKit
import Diagnostics
import Syntax

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

extension ReadDocument {
  /// What laying it out changes on some lines; nothing where the text would then say something else, as where other lines
  /// have to go with them.
  func formatting(on lines: ClosedRange<Int>) -> [LSP.TextEdit] {
    guard kind != .other else { return [] }
    let formatted = FormattedDocument(source)
    guard formatted.hasChanged, let tree else { return [] }
    let (old, new) = (source.bytes.lines, formatted.bytes.lines)
    let edits = ReadDocument.changes(from: old, to: new).filter { change in
      let last = max(change.old.lowerBound, change.old.upperBound - 1)
      return change.old.lowerBound <= lines.upperBound && last >= lines.lowerBound
    }.map { change in
      let start = old[..<change.old.lowerBound].reduce(0) { $0 + $1.count }
      let end = old[change.old].reduce(start) { $0 + $1.count }
      let text = String(decoding: Array(new[change.new].joined()), as: UTF8.self)
      return TextEdit(span: SourceSpan(file: source.id, start..<end), replacement: text)
    }
    let changed = parse(SourceFile(name: path, bytes: Array(source.applying(edits).text.utf8))).value
    guard let root = changed ?? nil, root.saysSame(as: tree) else { return [] }
    return edits.map { LSP.TextEdit(range: range(of: $0.span), newText: $0.replacement) }
  }

  /// Runs of lines that differ, in both texts.
  private static func changes(
    from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]
  ) -> [(old: Range<Int>, new: Range<Int>)] {
    let matching = LineMatching(
      from: old.map { String(decoding: $0, as: UTF8.self) }, to: new.map { String(decoding: $0, as: UTF8.self) })
    var changes: [(old: Range<Int>, new: Range<Int>)] = []
    var (one, other) = (0, 0)
    while one < old.count || other < new.count {
      let start = (one, other)
      while matching.removed.contains(one) { one += 1 }
      while matching.inserted.contains(other) { other += 1 }
      if one - start.0 == other - start.1, start != (one, other) {
        // As many lines as before: each has become one.
        changes += zip(start.0..<one, start.1..<other).map { ($0..<$0 + 1, $1..<$1 + 1) }
      } else if start != (one, other) {
        changes.append((start.0..<one, start.1..<other))
      } else {
        (one, other) = (one + 1, other + 1)
      }
    }
    return changes
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
