import Compiler
import Diagnostics
import Testing
import TimelineModel

/// Good documents with one mistake planted in each: it is found by the right rule at its place, and nothing is said of
/// the documents as they were.
@Suite struct CorpusTests {
  struct Planted: Sendable {
    var mutation: Mutation
    var document: CorpusDocument
    var text: String
  }

  /// Each kind of mistake in as many documents as have a place for it, up to a few.
  static let corpus: [Planted] = Mutation.all.flatMap { mutation in
    CorpusDocument.all.compactMap { document in
      mutation.planted(in: document.text).map { Planted(mutation: mutation, document: document, text: $0) }
    }.prefix(6)
  }

  @Test(arguments: CorpusDocument.all.map(\.name)) func goodDocumentsPass(name: String) throws {
    let document = try #require(CorpusDocument.all.first { $0.name == name })
    #expect(!document.text.isEmpty)
    let parsed = ParsedDocument(SourceFile(name: "edit.yaml", text: document.text))
    #expect(parsed.mediaReferences.allSatisfy { CorpusDocument.catalog.facts(for: $0) != nil })
    let found = compile(document.text, catalog: CorpusDocument.catalog).diagnostics
    #expect(found.isEmpty, "\(found)")
  }

  @Test func thereAreEnough() {
    #expect(Self.corpus.count >= 400)
    #expect(Set(Self.corpus.map(\.mutation.name)).count >= 40)
    #expect(Set(Mutation.all.map(\.name)).count == Mutation.all.count)
    #expect(Set(Self.corpus.map(\.mutation.name)) == Set(Mutation.all.map(\.name)), "every kind has a place somewhere")
  }

  @Test(arguments: Mutation.all.map(\.name)) func theMistakeIsFoundAtItsPlace(name: String) throws {
    for planted in Self.corpus where planted.mutation.name == name {
      let marked = Marked(planted.text)
      let range = try #require(marked.range)
      let compiled = compile(marked.text, catalog: CorpusDocument.catalog)
      let isFound = compiled.diagnostics.contains { $0.id.name == planted.mutation.rule && $0.span?.range == range }
      // What follows from the mistake is not another one.
      let isAlone = compiled.diagnostics.allSatisfy { $0.id.name == planted.mutation.rule || $0.severity != .error }
      #expect(
        isFound && isAlone,
        """
        \(planted.document.name): \(planted.mutation.rule) at \(range), but
        \(TerminalPrinter(SourceSet([compiled.source]), isColored: false).print(compiled.diagnostics))
        """)
    }
  }
}
