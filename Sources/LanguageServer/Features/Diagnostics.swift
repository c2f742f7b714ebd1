import CutlistKit
import Diagnostics

/// Puts what is wrong with a document into the protocol's words, for each of the texts that it is about.
struct DiagnosticWriter {
  private let document: ReadDocument
  private let rulesURL: String?
  /// The address of a file.
  private let address: (String) -> String
  private var lines: [FileID: TextLines] = [:]

  init(_ document: ReadDocument, rulesURL: String?, address: @escaping (String) -> String) {
    self.document = document
    self.rulesURL = rulesURL
    self.address = address
    lines[document.source.id] = document.lines
  }

  /// By the addresses of the texts; the document's own is always among them.
  mutating func published() -> [String: [LSP.Diagnostic]] {
    var published: [String: [LSP.Diagnostic]] = [document.uri: []]
    for diagnostic in document.diagnostics {
      let place = diagnostic.span.flatMap { location(of: $0) }
      published[place?.uri ?? document.uri, default: []].append(wire(diagnostic, at: place?.range))
    }
    return published
  }

  /// What is wrong at a place, as it was published.
  mutating func wire(_ diagnostic: Diagnostic) -> LSP.Diagnostic {
    wire(diagnostic, at: diagnostic.span.flatMap { location(of: $0) }?.range)
  }

  private mutating func wire(_ diagnostic: Diagnostic, at range: LSP.Range?) -> LSP.Diagnostic {
    let start = LSP.Position(line: 0, character: 0)
    // What a fix cannot say, because it edits nothing, stands with the message.
    let advice = diagnostic.fixIts.filter(\.edits.isEmpty).map { "help: \($0.title)" }
    let loose = diagnostic.notes.filter { $0.span == nil }.map { "note: \($0.message)" }
    var related: [LSP.Diagnostic.RelatedInformation] = []
    for note in diagnostic.notes {
      guard let place = note.span.flatMap({ location(of: $0) }) else { continue }
      related.append(.init(location: place, message: note.message))
    }
    return LSP.Diagnostic(
      range: range ?? LSP.Range(start: start, end: start), severity: diagnostic.severity.wire,
      code: diagnostic.id.name,
      codeDescription: ListedRule.address(of: diagnostic.id, at: rulesURL).map { .init(href: $0) }, source: "cutlist",
      message: ([diagnostic.message] + loose + advice).joined(separator: "\n"),
      tags: diagnostic.id.name.hasPrefix("unused-") ? [1] : nil, relatedInformation: related.isEmpty ? nil : related)
  }

  mutating func location(of span: SourceSpan) -> LSP.Location? {
    if span.file == document.source.id {
      return LSP.Location(uri: document.uri, range: document.range(of: span))
    }
    guard let file = document.sources[span] else { return nil }
    let lines = lines[file.id] ?? TextLines(file.bytes)
    self.lines[file.id] = lines
    return LSP.Location(uri: address(file.name), range: lines.range(span.range, document.encoding))
  }
}

extension Severity {
  fileprivate var wire: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .remark: 3
    }
  }
}
