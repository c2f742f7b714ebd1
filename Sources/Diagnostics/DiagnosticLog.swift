/// Collects what a stage finds wrong.
package struct DiagnosticLog: Sendable {
  package var diagnostics: [Diagnostic] = []
  package init() {}

  /// Adds a problem of the kind that `page` describes. The message is one lower-case clause in the document's words.
  package mutating func report(
    _ page: DiagnosticPage, _ message: String, at span: SourceSpan?, notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    diagnostics.append(Diagnostic(page.severity, page.id, message, at: span, notes: notes, fixIts: fixIts))
  }
}
