/// One problem, as a value: what is wrong, where, what has to do with it and what would mend it.
package struct Diagnostic: Hashable, Sendable {
  package var id: DiagnosticID
  package var severity: Severity
  /// One lower-case clause without a full stop, in the words of the document.
  package var message: String
  /// The text it is about; nil where there is no text, as with a media file named on the command line.
  package var span: SourceSpan?
  /// When on the timeline it is seen, where that is something else than the time of what stands at `span`.
  package var stretch: TimelineStretch?
  package var notes: [Note]
  package var fixIts: [FixIt]

  package init(
    _ severity: Severity, _ id: DiagnosticID, _ message: String, at span: SourceSpan?, notes: [Note] = [],
    fixIts: [FixIt] = []
  ) {
    self.id = id
    self.severity = severity
    self.message = message.abbreviated
    self.span = span
    self.notes = notes
    self.fixIts = fixIts
  }
}

/// A stable, hyphenated name for a kind of problem. It is never reused for another.
package struct DiagnosticID: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let name: String
  package init(_ name: String) { self.name = name }
  package init(stringLiteral name: String) { self.name = name }
  package var description: String { name }
  package static func < (a: DiagnosticID, b: DiagnosticID) -> Bool { a.name < b.name }
}

package enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
  case remark, warning, error

  package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
  private var rank: Int { Severity.allCases.firstIndex(of: self)! }
}

/// Something a diagnostic is related to, with its own place where it has one.
package struct Note: Hashable, Sendable {
  package var message: String
  package var span: SourceSpan?
  package init(_ message: String, at span: SourceSpan? = nil) {
    self.message = message.abbreviated
    self.span = span
  }
}

extension String {
  /// With a mark in place of its middle where it is longer than anybody reads: words of a document that are quoted may
  /// have megabytes.
  var abbreviated: String {
    guard utf8.count > 2000 else { return self }
    return "\(String.UnicodeScalarView(unicodeScalars.prefix(800))) … \(String.UnicodeScalarView(unicodeScalars.suffix(200)))"
  }
}

extension Collection<Diagnostic> {
  package var hasErrors: Bool { contains { $0.severity == .error } }

  /// In the order of the text; what has no place comes first.
  package func inSourceOrder() -> [Diagnostic] {
    enumerated().sorted { a, b in
      let left = (a.element.span?.file.number ?? -1, a.element.span?.start ?? -1, a.offset)
      let right = (b.element.span?.file.number ?? -1, b.element.span?.start ?? -1, b.offset)
      return left < right
    }.map(\.element)
  }
}
