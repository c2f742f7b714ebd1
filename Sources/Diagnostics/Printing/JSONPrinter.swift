import Foundation

/// Writes diagnostics for programs. These are the wire's own types, so that the compiler's can change without it.
package struct JSONPrinter: Sendable {
  private let sources: SourceSet
  package init(_ sources: SourceSet) { self.sources = sources }

  package func print(_ documents: [CheckedDocument]) -> String {
    let diagnostics = documents.flatMap(\.diagnostics)
    let unread = documents.compactMap { document in document.problem.map { Unread(file: document.name, reason: $0) } }
    let report = Report(
      version: 1, diagnostics: diagnostics.map(wire), unread: unread.isEmpty ? nil : unread,
      summary: Summary(
        errors: diagnostics.count { $0.severity == .error }, warnings: diagnostics.count { $0.severity == .warning },
        remarks: diagnostics.count { $0.severity == .remark }))
    return report.readableJSON
  }

  /// Each diagnostic as an event, a line of JSON without its end.
  package func events(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { JSONPrinter.line(Event(diagnostic: wire($0))) }
  }

  /// A value as JSON on one line, without its end. The same bytes for the same value.
  package static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Values of plain fields with finite numbers cannot fail.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private struct Event: Encodable {
    var event = "diagnostic"
    var diagnostic: WireDiagnostic
  }

  private func wire(_ diagnostic: Diagnostic) -> WireDiagnostic {
    WireDiagnostic(
      rule: diagnostic.id.name, severity: diagnostic.severity.rawValue, message: diagnostic.message,
      place: diagnostic.span.flatMap(wire),
      notes: diagnostic.notes.map { WireNote(message: $0.message, place: $0.span.flatMap(wire)) },
      fixes: diagnostic.fixIts.map { fix in
        WireFix(
          title: fix.title, safety: fix.edits.isEmpty ? nil : fix.safety.rawValue,
          edits: fix.edits.compactMap { edit in wire(edit.span).map { WireEdit(place: $0, text: edit.replacement) } })
      })
  }

  private func wire(_ span: SourceSpan) -> WirePlace? {
    guard let file = sources[span] else { return nil }
    let (start, end) = (file.position(of: span.start), file.position(of: span.end))
    return WirePlace(
      file: file.name, line: start.line, column: start.column, endLine: end.line, endColumn: end.column,
      offset: span.start, endOffset: span.end)
  }

  private struct Report: Encodable {
    var version: Int
    var diagnostics: [WireDiagnostic]
    /// The documents that could not be read; nil if all could be.
    var unread: [Unread]?
    var summary: Summary
  }
  private struct Unread: Encodable {
    var file: String
    var reason: String
  }
  private struct Summary: Encodable {
    var errors: Int
    var warnings: Int
    var remarks: Int
  }
  private struct WireDiagnostic: Encodable {
    var rule: String
    var severity: String
    var message: String
    var place: WirePlace?
    var notes: [WireNote]
    var fixes: [WireFix]
  }
  private struct WireNote: Encodable {
    var message: String
    var place: WirePlace?
  }
  private struct WireFix: Encodable {
    var title: String
    /// `safe` or `unsafe`; nil for advice in words.
    var safety: String?
    var edits: [WireEdit]
  }
  private struct WireEdit: Encodable {
    var place: WirePlace
    var text: String
  }
  /// Lines and columns from 1, columns in characters; offsets in bytes from 0. The end is the first that is not in it.
  private struct WirePlace: Encodable {
    var file: String
    var line: Int
    var column: Int
    var endLine: Int
    var endColumn: Int
    var offset: Int
    var endOffset: Int
  }
}
