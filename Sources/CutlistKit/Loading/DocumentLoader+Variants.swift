import Compiler
package import Diagnostics
import Syntax

extension DocumentLoader {
  /// The variants of a document that has been loaded as it stands; none where one was chosen.
  package func variants(of document: LoadedDocument) -> [LoadedDocument] {
    guard settings.variant == nil, let written = document.compilation.document, !written.variants.isEmpty,
      written.variantsAreFew(in: document.compilation.source)
    else { return [] }
    let parsed = parse(document.compilation.source)
    // What several of them play has one number, so that what is wrong with it is known to be the same.
    var known = document.nested
    var ids = Set(known.map(\.id))
    return written.variants.map { variant in
      var loader = self
      loader.settings.variant = variant.name.value
      loader.settings.leavesOutOtherVariants = true
      let source = document.compilation.source
      var loaded = loader.load(
        source, readAs: parsed, in: document.folder, configured: document.configured,
        within: Nesting(in: source.id, knowing: known))
      loaded.variant = variant.name
      known += loaded.nested.filter { ids.insert($0.id).inserted }
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
