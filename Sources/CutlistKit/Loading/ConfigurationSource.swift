package import Compiler
package import Diagnostics
import Glibc
import Platform

/// Where it is written how documents are checked.
package enum ConfigurationSource: Hashable, Sendable {
  /// In files named `.cutlist.yaml`, from the document's folder upwards.
  case folders
  /// In this file alone.
  case file(String)
  case nowhere

  /// What such a file is called in a folder.
  package static let fileName = ".cutlist.yaml"
}

/// What was written about how documents are checked.
package struct LoadedConfiguration: Sendable {
  package var configuration = Configuration()
  /// The files it comes from.
  package var sources: [SourceFile] = []
  package var diagnostics: [Diagnostic] = []

  package init() {}

  init(configuration: Configuration, sources: [SourceFile], diagnostics: [Diagnostic]) {
    self.configuration = configuration
    self.sources = sources
    self.diagnostics = diagnostics
  }
}

extension ConfigurationSource {
  /// A file has the same number for every document of a run, far from those of documents.
  private func id(of path: String) -> FileID {
    let hash = path.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return FileID(1_500_000_000 + Int32(hash % 500_000_000))
  }

  /// Reads what concerns a document in `folder`.
  package func load(
    for folder: String, _ openTexts: OpenTexts = OpenTexts()
  ) throws(UnreadableDocument) -> LoadedConfiguration {
    var chain = ConfigurationChain()
    var sources: [SourceFile] = []
    for path in paths(for: folder) where !chain.hasRoot {
      guard let bytes = try text(at: path, openTexts) else { continue }
      let source = SourceFile(id: id(of: path), name: AbsolutePath.fromHere(path), bytes: bytes)
      sources.append(source)
      chain.add(source)
    }
    return LoadedConfiguration(
      configuration: chain.configuration, sources: sources, diagnostics: chain.diagnostics)
  }

  /// The text of a file, which is no link that leads out of its folder, named or found; nil if none is found there.
  private func text(at path: String, _ openTexts: OpenTexts) throws(UnreadableDocument) -> [UInt8]? {
    let place = ConfinedPath(path, within: PathName.folder(of: path))
    do throws(SystemFailure) { return try openTexts.contents(of: place) } catch {
      let isDangling = error.code == ENOENT && WrittenFile.isThere(path)
      if self == .folders, [ENOENT, ENOTDIR].contains(error.code), !isDangling { return nil }
      let reason =
        isDangling
        ? "it is a link that leads to nothing"
        : error.code == EXDEV
        ? "it is a link that leads out of its folder; name the file that it leads to with --config" : error.reason
      throw UnreadableDocument(path: AbsolutePath.fromHere(path), reason: reason, isRefusal: error.isRefusal)
    }
  }

  /// Where such files would be that concern a document in `folder`, the nearest first.
  package func paths(for folder: String) -> [String] {
    switch self {
    case .nowhere: return []
    case .file(let path): return [path]
    case .folders:
      var paths: [String] = []
      var folder = AbsolutePath.written(folder)
      // The system would find nothing there, and each folder above has a path of its own.
      guard PathName.excess(of: folder) == nil else { return [] }
      while true {
        paths.append(PathName.path(of: ConfigurationSource.fileName, in: folder))
        guard let parent = PathName.parent(of: folder), parent != folder else { return paths }
        folder = parent
      }
    }
  }
}
