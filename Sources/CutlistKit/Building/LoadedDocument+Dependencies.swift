import Compiler
import Diagnostics
import Foundation
import Media
import TimelineModel

extension LoadedDocument {
  /// The files that it is made of: itself, media, and the fonts of its titles. Relative paths start where the document's
  /// does.
  package var dependencies: [String] {
    let name = compilation.source.name
    let own = name == DocumentLoader.standardInputName ? [] : [name]
    let folder = (name as NSString).deletingLastPathComponent
    let media = catalog.media.keys.filter { $0.imageRate == nil }.sorted().map { reference in
      reference.path.hasPrefix("/") || folder.isEmpty ? reference.path : "\(folder)/\(reference.path)"
    }
    let nested = catalog.timelines.values.flatMap(\.files).map(\.path)
    let fonts = (compilation.composition?.titles ?? []).compactMap { title in
      FontCatalog.file(of: title.style.font, isBold: title.style.isBold, isItalic: title.style.isItalic)
    }
    return own + media + Set(nested).sorted() + Set(fonts).sorted()
  }
}
