/// The fixes of one file that can be applied together.
package struct FixSelection: Sendable {
  package private(set) var edits: [TextEdit] = []
  /// How many problems they mend.
  package private(set) var count = 0

  /// Of each problem the first fix that is safe enough; of fixes that collide the first. What is left over may be chosen
  /// from what a second look finds.
  package init(_ diagnostics: some Sequence<Diagnostic>, upTo limit: FixIt.Safety, in file: FileID) {
    var chosen: Set<TextEdit> = []
    var places = EditPlaces()
    for diagnostic in diagnostics {
      guard let fix = diagnostic.fix(upTo: limit, in: file) else { continue }
      if chosen.isSuperset(of: fix.edits) {
        count += 1
      } else if !fix.edits.contains(where: places.collide) {
        edits += fix.edits
        fix.edits.forEach { places.insert($0) }
        chosen.formUnion(fix.edits)
        count += 1
      }
    }
  }
}

/// Edits of one file in the order of their places, none of which collides with another.
private struct EditPlaces {
  private var edits: [TextEdit] = []

  mutating func insert(_ edit: TextEdit) {
    let place = (edit.span.start, edit.span.end)
    edits.insert(edit, at: edits.leadingCount { ($0.span.start, $0.span.end) < place })
  }

  /// True where one of them collides with this one.
  func collide(with edit: TextEdit) -> Bool {
    let first = edits.leadingCount { $0.span.end < edit.span.start }
    return edits[first...].prefix { $0.span.start <= edit.span.end }.contains { $0.collides(with: edit) }
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
