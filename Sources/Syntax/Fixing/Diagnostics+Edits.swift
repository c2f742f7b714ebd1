package import Diagnostics

extension [Diagnostic] {
  /// With every change of this document written out as edits of its text. A change that cannot be made leaves its fix as
  /// advice in words.
  package func withEdits(in root: Node, of source: SourceFile) -> [Diagnostic] {
    guard contains(where: { $0.fixIts.contains { !$0.changes.isEmpty } }) else { return self }
    let writer = ChangeWriter(root, in: source)
    // Many in a row may offer the same one.
    var last: (changes: [DocumentChange], edits: [TextEdit]) = ([], [])
    return map { diagnostic in
      guard diagnostic.span?.file ?? source.id == source.id else { return diagnostic }
      var diagnostic = diagnostic
      for (index, fix) in diagnostic.fixIts.enumerated() where !fix.changes.isEmpty {
        if fix.changes != last.changes { last = (fix.changes, writer.edits(for: fix.changes) ?? []) }
        diagnostic.fixIts[index].edits = last.edits
        diagnostic.fixIts[index].changes = []
      }
      return diagnostic
    }
  }
}
