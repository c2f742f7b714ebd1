/// Writes diagnostics for people: a line that editors can jump to, then the source with the place underlined.
package struct TerminalPrinter: Sendable {
  private let sources: SourceSet
  private let style: TerminalStyle

  package init(_ sources: SourceSet, isColored: Bool) {
    self.sources = sources
    style = TerminalStyle(isColored: isColored)
  }

  package func print(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map(print).joined(separator: "\n")
  }

  package func print(_ diagnostic: Diagnostic) -> String {
    var lines = [headline(diagnostic)]
    if let span = diagnostic.span { lines += excerpt(span, style.color(of: diagnostic.severity)) }
    for note in diagnostic.notes {
      let place = sources.place(of: note.span).map { "\($0): " } ?? ""
      lines.append("\(place)\(style.note("note:")) \(note.message)")
      if let span = note.span { lines += excerpt(span, style.noteColor) }
    }
    for fixIt in diagnostic.fixIts { lines.append("  \(style.help("help:")) \(fixIt.title)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func headline(_ diagnostic: Diagnostic) -> String {
    let place = sources.place(of: diagnostic.span).map { "\(style.bold($0 + ":")) " } ?? ""
    let level = style.paint(diagnostic.severity.rawValue + ":", style.color(of: diagnostic.severity))
    return "\(place)\(level) \(style.bold(diagnostic.message)) \(style.faint("[\(diagnostic.id)]"))"
  }

  /// The line in which the span begins, and carets under as much of the span as that line holds.
  private func excerpt(_ span: SourceSpan, _ color: TerminalStyle.Color) -> [String] {
    guard let file = sources[span] else { return [] }
    let line = file.position(of: span.start).line
    let start = file.lines.range(ofLine: line).lowerBound
    let text = file.text(ofLine: line)
    let before = file.bytes[start..<max(start, min(span.start, file.bytes.count))]
    let inside = file.bytes[
      min(
        span.start, file.bytes.count)..<min(span.end, start + text.utf8.count, file.bytes.count).orAtLeast(
          min(span.start, file.bytes.count))]
    let indent = String(decoding: before, as: UTF8.self).displayWidth
    let width = max(1, String(decoding: inside, as: UTF8.self).displayWidth)
    let window = Window(text: text.untabbed, mark: indent..<indent + width)
    let number = String(line)
    let gutter = String(repeating: " ", count: number.count)
    return [
      " \(style.faint("\(number) |")) \(window.text)",
      " \(style.faint("\(gutter) |")) \(String(repeating: " ", count: window.mark.lowerBound))\(style.paint(String(repeating: "^", count: window.mark.count), color))",
    ]
  }

  /// `2 errors, 1 warning`; nil where there is nothing to count.
  package static func summary(_ diagnostics: [Diagnostic]) -> String? {
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = diagnostics.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return counts.isEmpty ? nil : counts.joined(separator: ", ")
  }
}

extension Int {
  fileprivate func orAtLeast(_ least: Int) -> Int { Swift.max(self, least) }
}

/// The part of a long line that is shown, with the mark moved along.
private struct Window {
  var text: String
  var mark: Range<Int>

  init(text: String, mark: Range<Int>) {
    let limit = 140
    guard text.count > limit else {
      self.text = text
      self.mark = mark
      return
    }
    let start = max(0, min(mark.lowerBound - limit / 3, text.count - limit))
    let shown = text.dropFirst(start).prefix(limit)
    self.text = (start > 0 ? "…" : "") + shown + (start + limit < text.count ? "…" : "")
    let shift = start > 0 ? start - 1 : 0
    self.mark = mark.lowerBound - shift..<min(mark.upperBound - shift, limit + 1)
    if self.mark.isEmpty { self.mark = mark.lowerBound - shift..<mark.lowerBound - shift + 1 }
  }
}

extension String {
  /// A tab takes the room of one space, so that what stands under it can be counted.
  fileprivate var untabbed: String { String(map { $0 == "\t" ? " " : $0 }) }

  /// Columns on a terminal: East Asian wide characters and emoji take two.
  fileprivate var displayWidth: Int {
    reduce(0) { width, character in
      let scalar = character.unicodeScalars.first!
      let isWide =
        scalar.properties.isEmojiPresentation || (0x1100...0x115F).contains(scalar.value)
        || (0x2E80...0xA4CF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
        || (0xF900...0xFAFF).contains(scalar.value) || (0xFE30...0xFE4F).contains(scalar.value)
        || (0xFF00...0xFF60).contains(scalar.value) || (0x20000...0x3FFFD).contains(scalar.value)
      return width + (isWide ? 2 : 1)
    }
  }
}
