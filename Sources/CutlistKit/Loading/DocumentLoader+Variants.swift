import Compiler
package import Diagnostics
import Syntax
import TimelineModel

extension DocumentLoader {
  /// The variants of a document that has been loaded as it stands; none where one was chosen.
  package func variants(of document: LoadedDocument) -> [LoadedDocument] {
    guard settings.variant == nil, let written = document.compilation.document, !written.variants.isEmpty,
      written.variantsAreFew(in: document.compilation.source)
    else { return [] }
    let source = document.compilation.source
    let parsed = parse(source)
    // What several of them play has one number, so that what is wrong with it is known to be the same.
    let nesting = Nesting(in: source.id, knowing: document.nested, after: document.size)
    var variants: [LoadedDocument] = []
    for variant in written.variants {
      if let objection = nesting.loads.size.objection {
        var refused = refusing(variant.name, of: document, because: objection)
        refused.size = nesting.loads.size
        return variants + [refused]
      }
      nesting.loads.beginVariant()
      var loader = self
      loader.settings.variant = variant.name.value
      loader.settings.leavesOutOtherVariants = true
      var loaded = loader.load(
        source, readAs: parsed, in: document.folder, configured: document.configured, within: nesting)
      loaded.variant = variant.name
      // There may be a thousand of them.
      loaded.compilation.forgetDocument()
      variants.append(loaded)
    }
    return variants
  }

  /// A variant that is not compiled, with the reason at its name.
  private func refusing(
    _ variant: Located<String>, of document: LoadedDocument, because reason: String
  ) -> LoadedDocument {
    var log = DiagnosticLog()
    log.report(
      .limitExceeded, "with this variant \(reason)", at: variant.span,
      notes: [Note("neither it nor what follows it is checked")])
    let parsed = ParsedDocument(document.compilation.source, refusedFor: log.diagnostics[0])
    return LoadedDocument(
      compilation: Compilation(parsed, catalog: MediaCatalog()), catalog: MediaCatalog(), folder: document.folder,
      root: document.root, configured: document.configured, identities: [:])
  }
}

extension LoadedDocument {
  /// What is wrong with it, but not with the document as it stands.
  package func problems(besidesThoseOf document: LoadedDocument) -> [Diagnostic] {
    let known = Set(document.compilation.diagnostics)
    return compilation.diagnostics.filter { !known.contains($0) }.map { diagnostic in
      var diagnostic = diagnostic
      if let variant { diagnostic.notes.append(Note("this is in the variant `\(variant.value)`", at: variant.span)) }
      return diagnostic
    }
  }
}
