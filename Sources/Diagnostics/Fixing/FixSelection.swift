/// The fixes of one file that can be applied together.
package struct FixSelection: Sendable {
  package private(set) var edits: [TextEdit] = []
  /// How many problems they mend.
  package private(set) var count = 0

  /// Of each problem the first fix that is safe enough; of fixes that collide the first. What is left over may be chosen
  /// from what a second look finds.
  package init(_ diagnostics: some Sequence<Diagnostic>, upTo limit: FixIt.Safety, in file: FileID) {
    var chosen: Set<TextEdit> = []
    for diagnostic in diagnostics {
      guard let fix = diagnostic.fix(upTo: limit, in: file) else { continue }
      if chosen.isSuperset(of: fix.edits) {
        count += 1
      } else if !fix.edits.contains(where: { edit in edits.contains { edit.collides(with: $0) } }) {
        edits += fix.edits
        chosen.formUnion(fix.edits)
        count += 1
      }
    }
  }
}

extension Diagnostic {
  /// The first fix that is safe enough and changes this file alone.
  package func fix(upTo limit: FixIt.Safety, in file: FileID) -> FixIt? {
    fixIts.first { fix in
      !fix.edits.isEmpty && fix.safety <= limit && fix.edits.allSatisfy { $0.span.file == file }
    }
  }
}
