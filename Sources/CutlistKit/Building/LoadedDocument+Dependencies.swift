import Compiler
import Diagnostics
import Media
package import Platform
import Renderer
import TimelineModel

extension LoadedDocument {
  /// The paths of the files that the document depends on: the document, its configuration, its lock, media, nested
  /// documents with or without errors, and fonts. Relative paths start from the same folder as the document's path.
  package var dependencies: [String] {
    let name = compilation.source.name
    let own = name == DocumentLoader.standardInputName ? [] : [name]
    let folder = PathName.parent(of: name) ?? ""
    let media = catalog.mediaPaths(in: folder)
    let nested = catalog.nestedPaths(in: folder)
    // Where a lock stands for the media, what is not there does not count.
    let locked = lockPath.map { [$0] } ?? []
    func isNeeded(_ path: String) -> Bool { lockPath == nil || ConfinedPath(anywhere: path).exists }
    let configurations = configured.sources.map { PathName.isAbsolute(name) ? $0.name : LoadedDocument.fromHere($0.name) }
    return own + locked + configurations + media.filter(isNeeded) + faulty.flatMap(\.dependencies)
      + Set(nested.map(ExactPath.init)).subtracting(media.map(ExactPath.init)).map(\.text).sortedPaths.filter(isNeeded)
      + fontFiles
  }

  /// Returns a path from the root as it is written from the current folder, also if it lies above that.
  private static func fromHere(_ path: String) -> String {
    guard PathName.isAbsolute(path), let here = AbsolutePath.currentFolder else { return path }
    let relative = AbsolutePath.relative(path, from: here)
    // The folders above the current one may be others than its path says.
    return FileIdentity(path: relative) == FileIdentity(path: path) ? relative : path
  }

  /// The paths of the files that the letters of titles are drawn from, in their order.
  var fontFiles: [String] {
    let compositions = [compilation.composition].compactMap(\.self) + catalog.timelines.values.flatMap(\.compositions)
    let choices = compositions.flatMap(\.titles).flatMap(\.layer.all).flatMap { layer -> [FontChoice] in
      guard case .text(let text) = layer.content else { return [] }
      return text.runs.map(\.style).flatMap { style in
        style.fonts.map { FontChoice(family: $0, isBold: style.isBold, isItalic: style.isItalic) }
      }
    }
    return Set(choices).compactMap { FontCatalog.file(of: $0.family, isBold: $0.isBold, isItalic: $0.isItalic) }
      .sortedPaths
  }
}

/// A font that letters are drawn from.
private struct FontChoice: Hashable {
  var family: String
  var isBold: Bool
  var isItalic: Bool
}

extension LoadedDocument {
  /// The patterns for names of pictures that it and all timelines within it have.
  package var picturePatterns: [ConfinedPath] { mediaFolder.picturePatterns + faulty.flatMap(\.picturePatterns) }
}

extension MediaFolder {
  fileprivate var picturePatterns: [ConfinedPath] {
    catalog.media.keys.filter { $0.imageRate != nil && $0.file == $0 }.map(path)
      + catalog.timelines.values.flatMap { folder(of: $0).picturePatterns }
  }
}

extension MediaCatalog {
  /// Returns the paths of the files that it has, of which the relative ones start from a folder.
  fileprivate func mediaPaths(in folder: String) -> [String] {
    media.keys.filter { $0.imageRate == nil && $0.file == $0 && !$0.isAddress }.sorted().map { path(of: $0, in: folder) }
  }

  /// Returns the paths of the files of all timelines that are played, which are written as the documents write them.
  fileprivate func nestedPaths(in folder: String) -> [String] {
    timelines.flatMap { reference, timeline in
      let inner = PathName.parent(of: path(of: reference, in: folder)) ?? ""
      return timeline.catalog.mediaPaths(in: inner) + timeline.catalog.nestedPaths(in: inner)
    }
  }

  private func path(of reference: MediaReference, in folder: String) -> String {
    ConfinedPath.direct(reference.isAbsolute ? reference.path : PathName.path(of: reference.path, in: folder))
  }
}
