/// Writes diagnostics for people: a line that editors can jump to, then the source with the place underlined.
package struct TerminalPrinter: Sendable {
  private let sources: SourceSet
  private let style: TerminalStyle
  private let columns: Int?

  /// - Parameter columns: The width of the terminal, in columns; `nil` if the text goes to something else.
  package init(_ sources: SourceSet, isColored: Bool, columns: Int? = nil) {
    self.sources = sources
    self.columns = columns
    style = TerminalStyle(isColored: isColored)
  }

  package func print(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map(print).joined(separator: "\n")
  }

  package func print(_ diagnostic: Diagnostic) -> String {
    var lines = [headline(diagnostic)]
    if let span = diagnostic.span { lines += excerpt(span, style.color(of: diagnostic.severity)) }
    for note in diagnostic.notes {
      let place = sources.place(of: note.span).map { "\($0.shown): " } ?? ""
      lines.append("\(place)\(style.note("note:")) \(note.message.shown)")
      if let span = note.span { lines += excerpt(span, style.noteColor) }
    }
    for fixIt in diagnostic.fixIts { lines.append("  \(style.help("help:")) \(fixIt.title.shown)") }
    return lines.joined(separator: "\n").withoutLogCommands + "\n"
  }

  private func headline(_ diagnostic: Diagnostic) -> String {
    let place = sources.place(of: diagnostic.span).map { "\(style.bold($0.shown + ":")) " } ?? ""
    let level = style.paint(diagnostic.severity.rawValue + ":", style.color(of: diagnostic.severity))
    return "\(place)\(level) \(style.bold(diagnostic.message.shown)) \(style.faint("[\(diagnostic.id)]"))"
  }

  /// The line in which the span begins, and carets under as much of the span as that line holds.
  private func excerpt(_ span: SourceSpan, _ color: TerminalStyle.Color) -> [String] {
    guard let file = sources[span] else { return [] }
    let line = file.lines.line(at: span.start)
    let number = String(line)
    let window = LineWindow(
      of: line, marking: span.range, in: file, columns: columns.map { max(30, $0 - number.count - 6) } ?? 140)
    let gutter = String(repeating: " ", count: number.count)
    let carets = String(repeating: "^", count: max(1, window.mark.displayWidth))
    return [
      " \(style.faint("\(number) |")) \(window.before)\(window.mark)\(window.after)",
      " \(style.faint("\(gutter) |")) \(String(repeating: " ", count: window.before.displayWidth))\(style.paint(carets, color))",
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
