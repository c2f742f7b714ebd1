import Foundation

/// Writes diagnostics as a log in the Static Analysis Results Interchange Format, version 2.1.0.
package struct SARIFPrinter: Sendable {
  private let sources: SourceSet
  private let version: String
  private let pages: [DiagnosticID: DiagnosticPage]
  private let address: @Sendable (DiagnosticID) -> String?

  /// - Parameters:
  ///   - version: the program's, such as `0.1.0`.
  ///   - pages: those of the rules that may have found something.
  ///   - address: the URL of a rule's page, where it has one.
  package init(
    _ sources: SourceSet, version: String, pages: [DiagnosticPage],
    address: @escaping @Sendable (DiagnosticID) -> String? = { _ in nil }
  ) {
    self.sources = sources
    self.version = version
    self.pages = Dictionary(pages.map { ($0.id, $0) }) { first, _ in first }
    self.address = address
  }

  /// `documents` are all that were looked at; the log tells of the rules that found something in them.
  package func print(_ documents: [CheckedDocument]) -> String {
    let diagnostics = documents.flatMap(\.diagnostics)
    let rules = Set(diagnostics.map(\.id)).sorted().compactMap { pages[$0] }
    let indices = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
    var fingerprints = Fingerprints(sources)
    let unread = documents.compactMap { document in
      document.problem.map {
        SARIFLog.Notification(level: "error", message: .init(text: "cannot read \(document.name): \($0)"))
      }
    }
    let run = SARIFLog.Run(
      tool: .init(driver: .init(name: "cutlist", semanticVersion: version, rules: rules.map(rule))),
      invocations: [.init(executionSuccessful: unread.isEmpty, toolExecutionNotifications: unread.isEmpty ? nil : unread)],
      artifacts: documents.map { .init(location: .init(uri: $0.name.uriReference)) },
      results: diagnostics.map { diagnostic in
        var result = result(diagnostic, ruleIndex: indices[diagnostic.id])
        result.partialFingerprints = fingerprints.next(of: diagnostic)
        return result
      })
    return SARIFLog(runs: [run]).readableJSON
  }

  private func rule(_ page: DiagnosticPage) -> SARIFLog.Rule {
    SARIFLog.Rule(
      id: page.id.name, shortDescription: .init(text: page.summary), fullDescription: .init(text: page.rationale),
      defaultConfiguration: .init(level: level(page.severity)),
      help: .init(text: page.text, markdown: page.markdown()), helpUri: address(page.id))
  }

  private func result(_ diagnostic: Diagnostic, ruleIndex: Int?) -> SARIFLog.Result {
    // What a fix cannot say, because it edits nothing, stands with the message.
    let advice = diagnostic.fixIts.filter(\.edits.isEmpty).map { "help: \($0.title)" }
    return SARIFLog.Result(
      ruleId: diagnostic.id.name, ruleIndex: ruleIndex, level: level(diagnostic.severity),
      message: .init(text: ([diagnostic.message] + advice).joined(separator: "\n")),
      locations: diagnostic.span.flatMap(place).map { [.init(physicalLocation: $0)] } ?? [],
      relatedLocations: diagnostic.notes.isEmpty
        ? nil
        : diagnostic.notes.enumerated().map { index, note in
          .init(id: index, physicalLocation: note.span.flatMap(place), message: .init(text: note.message))
        },
      fixes: fixes(diagnostic))
  }

  private func fixes(_ diagnostic: Diagnostic) -> [SARIFLog.Fix]? {
    let fixes = diagnostic.fixIts.compactMap { fixIt -> SARIFLog.Fix? in
      let byFile = Dictionary(grouping: fixIt.edits, by: \.span.file).sorted { $0.key.number < $1.key.number }
      let changes = byFile.compactMap { _, edits -> SARIFLog.ArtifactChange? in
        let places = edits.compactMap { edit in place(edit.span).map { ($0, edit.replacement) } }
        guard let first = places.first else { return nil }
        return SARIFLog.ArtifactChange(
          artifactLocation: first.0.artifactLocation,
          replacements: places.map { .init(deletedRegion: $0.region, insertedContent: .init(text: $1)) })
      }
      return changes.isEmpty ? nil : SARIFLog.Fix(description: .init(text: fixIt.title), artifactChanges: changes)
    }
    return fixes.isEmpty ? nil : fixes
  }

  private func place(_ span: SourceSpan) -> SARIFLog.PhysicalLocation? {
    guard let file = sources[span] else { return nil }
    let (start, end) = (file.codeUnitPosition(of: span.start), file.codeUnitPosition(of: span.end))
    return SARIFLog.PhysicalLocation(
      artifactLocation: .init(uri: file.name.uriReference),
      region: .init(startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column))
  }

  private func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .remark: "note"
    }
  }
}

/// Fingerprints of problems: the same for a rule and the words of a line, wherever the line is. Equal ones are numbered.
private struct Fingerprints {
  private let sources: SourceSet
  private var counts: [UInt64: Int] = [:]
  /// Of the lines that have been met, by their files and numbers.
  private var lines: [Line: UInt64] = [:]

  private struct Line: Hashable {
    var file: FileID
    var number: Int
  }

  init(_ sources: SourceSet) { self.sources = sources }

  /// Returns nil for a problem without a place.
  mutating func next(of diagnostic: Diagnostic) -> SARIFLog.Fingerprints? {
    guard let span = diagnostic.span, let file = sources[span] else { return nil }
    let line = Line(file: file.id, number: file.position(of: span.start).line)
    let text = lines[line] ?? Fingerprints.hash(
      file.bytes[file.content(ofLine: line.number)].prefix(Fingerprints.longest)
        .filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") })
    lines[line] = text
    let hash = Fingerprints.hash(Array(diagnostic.id.name.utf8), after: text)
    counts[hash, default: 0] += 1
    return SARIFLog.Fingerprints(primaryLocationLineHash: "\(String(hash, radix: 16)):\(counts[hash]!)")
  }

  /// The most bytes of a line that count.
  private static let longest = 4096

  /// FNV-1a.
  private static func hash(_ bytes: [UInt8], after start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension String {
  /// A path as a reference by RFC 3986: relative as it is, absolute as a URL of the file.
  package var uriReference: String {
    let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    let escaped = utf8.map { byte in
      if kept.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
    return hasPrefix("/") ? "file://" + escaped : escaped
  }
}
