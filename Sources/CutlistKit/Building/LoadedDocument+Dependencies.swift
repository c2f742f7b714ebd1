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
    let compositions = [compilation.composition].compactMap(\.self) + catalog.timelines.values.flatMap(\.compositions)
    let fonts = compositions.flatMap(\.titles).flatMap(\.layer.all).compactMap { layer -> String? in
      guard case .text(let text) = layer.content else { return nil }
      return FontCatalog.file(of: text.style.font, isBold: text.style.isBold, isItalic: text.style.isItalic)
    }
    return own + media + Set(nested).sorted() + Set(fonts).sorted()
  }
}
