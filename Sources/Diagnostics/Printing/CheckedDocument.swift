/// A document that was looked at, and what was found in it and in what it holds; nothing where all is well.
package struct CheckedDocument: Sendable {
  /// The path as the user wrote it, or a stand-in such as `<stdin>`.
  package let name: String
  package let diagnostics: [Diagnostic]

  /// Why it could not be read; nil if it could.
  package let problem: String?

  package init(name: String, diagnostics: [Diagnostic], problem: String? = nil) {
    self.name = name
    self.diagnostics = diagnostics
    self.problem = problem
  }
}
