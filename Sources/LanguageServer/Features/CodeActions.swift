import Diagnostics

/// Ways to mend what is wrong, as edits that the client makes when they are chosen.
struct CodeActionWriter {
  private let document: ReadDocument
  private let edits: WorkspaceEditWriter
  private var diagnostics: DiagnosticWriter

  init(_ document: ReadDocument, _ edits: WorkspaceEditWriter, _ diagnostics: DiagnosticWriter) {
    self.document = document
    self.edits = edits
    self.diagnostics = diagnostics
  }

  /// Those for what is wrong in `range`, or for the problems that the client names.
  ///
  /// Actions of one answer are alternatives. A client that asks about the whole document and names problems makes all that
  /// it gets, as Kate does, so it gets one for each of them.
  /// - Parameter only: The kinds that are wanted; nil is all.
  mutating func actions(
    in range: LSP.Range, for shown: [LSP.CodeActionParams.Shown], only: [String]?
  ) -> [LSP.CodeAction] {
    // Every kind is one of the empty kind.
    func isWanted(_ kind: String) -> Bool {
      only?.contains { $0.isEmpty || kind == $0 || kind.hasPrefix($0 + ".") } ?? true
    }
    let own = shown.filter { $0.source ?? "cutlist" == "cutlist" }
    let makesAll = !own.isEmpty && range.start == LSP.Position(line: 0, character: 0) && range.end >= document.end
    var actions: [LSP.CodeAction] = []
    if isWanted("quickfix") {
      for diagnostic in meant(by: own, in: range) { actions += fixes(of: diagnostic).prefix(makesAll ? 1 : .max) }
    }
    // Who asks about certain problems means those, unless it names this kind.
    if isWanted("source.fixAll"), own.isEmpty || only != nil, let all = fixAll { actions.append(all) }
    return actions
  }

  /// What can be mended in a range; of it what the client shows, if that is named.
  private mutating func meant(by shown: [LSP.CodeActionParams.Shown], in range: LSP.Range) -> [Diagnostic] {
    let all = document.mendable.filter { touches($0, range) }
    guard !shown.isEmpty else { return all }
    let named = all.map { ($0, diagnostics.wire($0)) }.filter { _, wire in
      // Neovim 0.7 counts columns otherwise when it gives them back.
      shown.contains { $0.range.start.line == wire.range.start.line && $0.message ?? wire.message == wire.message }
    }
    let exact = named.filter { _, wire in shown.contains { $0.range == wire.range } }
    return (exact.isEmpty ? named : exact).map(\.0)
  }

  private func touches(_ diagnostic: Diagnostic, _ range: LSP.Range) -> Bool {
    guard let span = diagnostic.span else { return range.start.line == 0 }
    return span.file == document.source.id && document.range(of: span).touches(range)
  }

  private mutating func fixes(of diagnostic: Diagnostic) -> [LSP.CodeAction] {
    let wire = diagnostics.wire(diagnostic)
    let fixes = diagnostic.fixIts.filter { !$0.edits.isEmpty }
    return fixes.enumerated().compactMap { index, fix in
      guard let edit = edits.edit(fix.edits, in: document) else { return nil }
      return LSP.CodeAction(
        title: fix.title, kind: "quickfix", diagnostics: [wire], isPreferred: index == 0 && fix.safety == .safe,
        edit: edit)
    }
  }

  private var fixAll: LSP.CodeAction? {
    let selection = FixSelection(document.mendable, upTo: .safe, in: document.source.id)
    guard !selection.mended.isEmpty, let edit = edits.edit(selection.edits, in: document) else { return nil }
    return LSP.CodeAction(
      title: selection.mended.count == 1 ? "make the safe fix" : "make all \(selection.mended.count) safe fixes",
      kind: "source.fixAll", edit: edit)
  }
}

/// Puts edits into the form that the client takes.
struct WorkspaceEditWriter {
  let knowsVersions: Bool

  /// Edits of the document itself; nil where some are of another text.
  func edit(_ edits: [TextEdit], in document: ReadDocument) -> LSP.WorkspaceEdit? {
    guard edits.allSatisfy({ $0.span.file == document.source.id }) else { return nil }
    return edit([(edits, document)])
  }

  /// Edits of several documents, each of its own text.
  func edit(_ edits: [(edits: [TextEdit], document: ReadDocument)]) -> LSP.WorkspaceEdit {
    let wire = edits.map { edits, document in
      LSP.DocumentEdit(
        textDocument: LSP.VersionedDocument(uri: document.uri, version: document.version),
        edits: edits.sorted { $0.span.start < $1.span.start }.map {
          LSP.TextEdit(range: document.range(of: $0.span), newText: $0.replacement)
        })
    }
    guard !knowsVersions else { return LSP.WorkspaceEdit(documentChanges: wire) }
    return LSP.WorkspaceEdit(changes: Dictionary(wire.map { ($0.textDocument.uri, $0.edits) }) { $1 })
  }
}
