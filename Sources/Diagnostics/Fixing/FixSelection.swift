/// The fixes of one file that can be applied together.
package struct FixSelection: Sendable {
  package private(set) var edits: [TextEdit] = []
  /// The problems that the edits fix, each with the chosen fix alone.
  package private(set) var mended: [Diagnostic] = []
  /// The problems whose fixes collide with a chosen fix.
  package private(set) var left: [Diagnostic] = []

  /// Of each problem the first fix that is safe enough; of fixes that collide the first. What is left over may be chosen
  /// from what a second look finds.
  package init(_ diagnostics: some Sequence<Diagnostic>, upTo limit: FixIt.Safety, in file: FileID) {
    var chosen: Set<TextEdit> = []
    var places = EditPlaces()
    for diagnostic in diagnostics {
      guard let fix = diagnostic.fix(upTo: limit, in: file) else { continue }
      if chosen.isSuperset(of: fix.edits) {
        mended.append(diagnostic.withFixes { $0 == fix })
      } else if !fix.edits.contains(where: places.collide) {
        edits += fix.edits
        fix.edits.forEach { places.insert($0) }
        chosen.formUnion(fix.edits)
        mended.append(diagnostic.withFixes { $0 == fix })
      } else {
        left.append(diagnostic)
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
    fixIts.first { $0.safety <= limit && $0.isFor(file) }
  }
}

extension Diagnostic {
  /// Returns a copy with only the fixes that satisfy `isWanted`.
  package func withFixes(_ isWanted: (FixIt) -> Bool) -> Diagnostic {
    var copy = self
    copy.fixIts = fixIts.filter(isWanted)
    return copy
  }
}

extension FixIt {
  /// True if it changes this file alone.
  package func isFor(_ file: FileID) -> Bool { !edits.isEmpty && edits.allSatisfy { $0.span.file == file } }
}
