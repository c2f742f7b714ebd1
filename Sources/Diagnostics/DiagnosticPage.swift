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
  /// What the examples' media are, one a line, such as `cat.mov  10 s  1920x1080  25 fps  48000 Hz`.
  package let media: String

  package init(
    _ id: DiagnosticID, _ severity: Severity, summary: String, rationale: String, bad: [String] = [],
    good: [String] = [], media: String = ""
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.rationale = rationale
    self.bad = bad
    self.good = good
    self.media = media
  }
}
