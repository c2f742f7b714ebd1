import Compiler
package import Diagnostics

/// A document with its problems mended as far as they can be.
package struct FixedDocument: Sendable {
  /// The text as it was.
  package let original: SourceFile
  /// What it has become.
  package internal(set) var document: LoadedDocument
  package internal(set) var variants: [LoadedDocument]
  /// How many problems were mended.
  package internal(set) var count = 0

  /// The text as it is now.
  package var text: SourceFile { document.compilation.source }
  package var hasChanged: Bool { text.bytes != original.bytes }

  /// What is left, its variants' problems included.
  package var diagnostics: [Diagnostic] {
    document.compilation.diagnostics + variants.flatMap { $0.problems(besidesThoseOf: document) }
  }
}

extension DocumentLoader {
  /// Fixes that wait for one another need several rounds; more than this, and they undo one another.
  private static let maximumRounds = 20

  /// Applies the fixes of a document that are safe enough, until there are none. Texts within it are left alone.
  package func fix(_ document: LoadedDocument, upTo limit: FixIt.Safety) -> FixedDocument {
    var fixed = FixedDocument(
      original: document.compilation.source, document: document, variants: variants(of: document))
    var seen: Set<[UInt8]> = [fixed.original.bytes]
    for _ in 0..<DocumentLoader.maximumRounds {
      let problems = FixSelection(fixed.diagnostics, upTo: limit, in: fixed.original.id).mended
      var trial = FixTrial(self, fixed)
      var next = trial.making(problems)
      if next == nil, problems.count > 1 {
        let mendable = trial.mendable(problems)
        // What mends by itself may not do so together.
        next = trial.making(mendable) ?? trial.making(Array(mendable.prefix(1)))
      }
      guard let next, seen.insert(next.text.bytes).inserted else { break }
      fixed = next
    }
    return fixed
  }
}
