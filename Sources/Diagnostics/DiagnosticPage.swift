/// What `cutlist explain` says of one kind of problem. Its examples run as tests.
package struct DiagnosticPage: Sendable {
  package let id: DiagnosticID
  package let severity: Severity
  /// What it finds, in one clause.
  package let summary: String
  /// Why that is a problem and what to do.
  package let rationale: String
  /// Documents that have the problem, its span between « and »; and documents that do not.
  package let bad: [String]
  package let good: [String]
  /// What stands above either.
  package let headings: ExampleHeadings
  /// What the examples' media are, one a line, such as `cat.mov  10 s  1920x1080  25 fps  48000 Hz`.
  package let media: String
  /// What is typed and answered where a document alone does not show it.
  package let session: ShellSession?

  package init(
    _ id: DiagnosticID, _ severity: Severity, summary: String, rationale: String, bad: [String] = [],
    good: [String] = [], headings: ExampleHeadings = .mistake, media: String = "", session: ShellSession? = nil
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.rationale = rationale
    self.bad = bad
    self.good = good
    self.headings = headings
    self.media = media
    self.session = session
  }
}

package struct ExampleHeadings: Hashable, Sendable {
  package let bad: String
  package let good: String

  package init(bad: String, good: String) {
    self.bad = bad
    self.good = good
  }

  package static let mistake = ExampleHeadings(bad: "Not like this:", good: "Like this:")
}

/// What a shell shows in a folder that holds nothing but a document, `edit.yaml`.
package struct ShellSession: Hashable, Sendable {
  package let document: String
  /// Commands, each behind `$ `, and below each what comes of it.
  package let transcript: String

  package init(with document: String, _ transcript: String) {
    self.document = document
    self.transcript = transcript
  }
}
