import Compiler
package import Diagnostics

extension DocumentLoader {
  /// The variants of a document that has been loaded as it stands; none where one was chosen.
  package func variants(of document: LoadedDocument) -> [LoadedDocument] {
    guard settings.variant == nil, let variants = document.compilation.document?.variants else { return [] }
    // What several of them play has one number, so that what is wrong with it is known to be the same.
    var known = document.nested
    return variants.map { variant in
      var loader = self
      loader.settings.variant = variant.name.value
      let source = document.compilation.source
      var loaded = loader.load(
        source, in: document.folder, configured: document.configured,
        within: Nesting(in: source.id, knowing: known))
      loaded.variant = variant.name
      known += loaded.nested
      return loaded
    }
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
