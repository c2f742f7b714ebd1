import Compiler
import Diagnostics
import Media
import Platform
import TimelineModel

extension LoadedDocument {
  /// The files that it is made of: itself, what says how it is checked, media, and the fonts of its titles. Relative paths start where the document's
  /// does.
  package var dependencies: [String] {
    let name = compilation.source.name
    let own = name == DocumentLoader.standardInputName ? [] : [name]
    let folder = PathName.parent(of: name)
    let media = catalog.media.keys.filter { $0.imageRate == nil && !$0.isAddress }.sorted().map { reference in
      PathName.isAbsolute(reference.path) ? reference.path : PathName.path(of: reference.path, in: folder ?? "")
    }
    let nested = catalog.timelines.values.flatMap(\.files).filter { !$0.isAddress }.map(\.path)
    let compositions = [compilation.composition].compactMap(\.self) + catalog.timelines.values.flatMap(\.compositions)
    let fonts = compositions.flatMap(\.titles).flatMap(\.layer.all).flatMap { layer -> [String] in
      guard case .text(let text) = layer.content else { return [] }
      return text.runs.map(\.style).flatMap { style in
        style.fonts.compactMap { FontCatalog.file(of: $0, isBold: style.isBold, isItalic: style.isItalic) }
      }
    }
    // Where a lock stands for the media, what is not there does not count.
    let locked = lockPath.map { [$0] } ?? []
    func isNeeded(_ path: String) -> Bool { lockPath == nil || ConfinedPath(anywhere: path).exists }
    return own + locked + configured.sources.map(\.name) + media.filter(isNeeded)
      + nested.sortedPaths.filter(isNeeded) + fonts.sortedPaths
  }
}
