/// Writes diagnostics as the commands by which a workflow on GitHub marks lines of a change.
package struct GitHubPrinter: Sendable {
  private let sources: SourceSet
  package init(_ sources: SourceSet) { self.sources = sources }

  /// One line for each diagnostic.
  package func print(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { line($0) + "\n" }.joined()
  }

  private func line(_ diagnostic: Diagnostic) -> String {
    let properties = place(diagnostic.span) + [("title", diagnostic.id.name)]
    let listed = properties.map { "\($0)=\($1.escapedAsProperty)" }.joined(separator: ",")
    return "::\(command(diagnostic.severity)) \(listed)::\(text(diagnostic).escapedAsData)"
  }

  private func command(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .remark: "notice"
    }
  }

  private func place(_ span: SourceSpan?) -> [(String, String)] {
    guard let span, let file = sources[span] else { return [] }
    let (start, end) = (file.position(of: span.start), file.position(of: span.end))
    let lines = [("file", file.name), ("line", "\(start.line)"), ("endLine", "\(end.line)")]
    // Columns are for marks within one line.
    guard start.line == end.line else { return lines }
    return lines + [("col", "\(start.column)"), ("endColumn", "\(end.column)")]
  }

  /// The message, and below it what else has to do with it and what would mend it.
  private func text(_ diagnostic: Diagnostic) -> String {
    let notes = diagnostic.notes.map { note in
      (sources.place(of: note.span).map { "\($0): " } ?? "") + "note: \(note.message)"
    }
    return ([diagnostic.message] + notes + diagnostic.fixIts.map { "help: \($0.title)" }).joined(separator: "\n")
  }
}

extension String {
  /// What else cannot be seen is shown.
  fileprivate var escapedAsData: String {
    replacing(["\r": "%0D", "\n": "%0A", "%": "%25"]).shown
  }

  fileprivate var escapedAsProperty: String {
    escapedAsData.replacing([":": "%3A", ",": "%2C"])
  }

  /// By scalars: to Swift, a comma behind some characters is a part of them.
  private func replacing(_ codes: [Unicode.Scalar: String]) -> String {
    unicodeScalars.map { codes[$0] ?? String($0) }.joined()
  }
}
