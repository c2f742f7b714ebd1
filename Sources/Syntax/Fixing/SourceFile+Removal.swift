import Diagnostics

extension SourceFile {
  /// Takes one of several members of a list or mapping away, with what parts it from the others: its lines, or its comma.
  /// Nil if what is left would be none any more, or if an alias elsewhere stands for a part of it.
  func removal(of index: Int, among spans: [SourceSpan], isFlow: Bool, _ anchors: AnchorUse) -> TextEdit? {
    let edit = uncheckedRemoval(of: index, among: spans, isFlow: isFlow)
    return edit.flatMap { anchors.isUsed(behind: $0.span.range) ? nil : $0 }
  }

  private func uncheckedRemoval(of index: Int, among spans: [SourceSpan], isFlow: Bool) -> TextEdit? {
    let span = spans[index]
    let isInOrder =
      (index == 0 || spans[index - 1].end <= span.start) && (index + 1 == spans.count || span.end <= spans[index + 1].start)
    guard isInOrder else { return nil }
    if isFlow {
      if index + 1 < spans.count { return deletion(span.start..<spans[index + 1].start) }
      return deletion((index > 0 ? spans[index - 1].end : span.start)..<span.end)
    }
    guard spans.count > 1 else { return nil }
    let line = lines.range(ofLine: lines.line(at: span.start))
    let before = bytes[line.lowerBound..<span.start]
    guard before.allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "-") }) else { return nil }
    let isElement = isBehindDash(spans[index == 0 ? 1 : index])
    // An entry that stands behind the dash of its mapping leaves its place to the next.
    if before.count(where: { $0 == UInt8(ascii: "-") }) > (isElement ? 1 : 0) {
      return index == 0 && !isElement ? deletion(span.start..<spans[1].start) : nil
    }
    let last = lines.range(ofLine: lines.line(at: max(span.start, span.end - 1)))
    // Where the text ends without a break, it loses the one before instead.
    let isUnbroken = bytes[last].last != 0x0A
    return deletion((isUnbroken ? max(0, line.lowerBound - 1) : line.lowerBound)..<last.upperBound)
  }

  private func deletion(_ range: Range<Int>) -> TextEdit {
    TextEdit(span: SourceSpan(file: id, range), replacement: "")
  }

  private func isBehindDash(_ span: SourceSpan) -> Bool {
    let line = lines.range(ofLine: lines.line(at: span.start))
    return bytes[line.lowerBound..<span.start].last { $0 != 0x20 } == UInt8(ascii: "-")
  }
}
