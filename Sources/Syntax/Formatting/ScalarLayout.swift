import Diagnostics

/// How one key or value is written canonically.
struct ScalarLayout {
  let source: SourceFile
  let isJSON: Bool

  /// On one line.
  func line(_ text: String, isQuoted: Bool, _ place: Layout.Place, isInFlow: Bool) -> String {
    let raw = written(place)
    if isJSON { return raw.contains("\n") ? ScalarSpelling.doubleQuoted.text(text) : raw }
    guard isQuoted else {
      return text.contains("\n") ? ScalarSpelling.doubleQuoted.text(text) : text
    }
    // Whoever wrote an escape wanted to see it.
    if raw.hasPrefix("\""), raw.contains("\\"), !raw.contains("\n") { return raw }
    if ScalarSpelling.canStandPlain(text, isInFlow: isInFlow), isSurelyText(text) { return text }
    let isPlainlyQuotable = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    if isPlainlyQuotable, !text.contains("'"), text.contains("\"") || text.contains("\\") {
      return ScalarSpelling.singleQuoted.text(text)
    }
    return ScalarSpelling.doubleQuoted.text(text)
  }

  /// A block of text below its key: what stands behind the key and the lines, indented by two more than `indent`. Nil
  /// for what is no such block.
  func block(_ text: String, _ place: Layout.Place, indent: Int) -> (header: String, lines: [String])? {
    let raw = written(place)
    guard let first = raw.first, "|>".contains(first) else { return nil }
    var lines = raw.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasSuffix("\r") ? line.dropLast() : line
    }
    let header = lines.removeFirst().prefix { !" #\t".contains($0) }
    let content = lines.filter { !$0.allSatisfy { $0 == " " } }
    // Its indentation is counted from something that moves; and lines at its end may belong to it.
    guard !header.contains(where: { $0.isNumber || $0 == "+" }),
      let own = content.first?.prefix(while: { $0 == " " }).count
    else { return (ScalarSpelling.doubleQuoted.text(text), []) }
    let margin = String(repeating: " ", count: indent + 2)
    return (
      String(header), lines.map { $0.allSatisfy { $0 == " " } && $0.count <= own ? "" : margin + $0.dropFirst(own) }
    )
  }

  /// What stands in the text, without an anchor before it.
  private func written(_ place: Layout.Place) -> String {
    var text = source.text(of: place.span)
    if let anchor = place.anchor, text.hasPrefix("&\(anchor)") {
      text = String(text.dropFirst(anchor.count + 1).drop { $0.isWhitespace })
    }
    if text.hasPrefix("! ") { text = String(text.dropFirst(2)) }
    return text
  }

  /// Nothing that other readers of YAML take for a number, a truth, a date or nothing.
  private func isSurelyText(_ text: String) -> Bool {
    let words = ["true", "false", "yes", "no", "on", "off", "y", "n", "null", "~", "<<", "=", ".inf", ".nan"]
    guard let first = text.first, !words.contains(text.lowercased()) else { return false }
    return !first.isNumber && !"+-.".contains(first)
  }
}
