import Foundation
package import Compiler
package import Diagnostics
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
      let url = URL(fileURLWithPath: path)
      let open = openTexts[path]
      guard open != nil || self != .folders || FileManager.default.fileExists(atPath: path) else { continue }
      let bytes: [UInt8]
      do { bytes = try open ?? Array(Data(contentsOf: url)) } catch {
        throw UnreadableDocument(path: path.fromHere, error as NSError)
      }
      let source = SourceFile(id: id(of: path), name: path.fromHere, bytes: bytes)
      sources.append(source)
      chain.add(source)
    }
    return LoadedConfiguration(
      configuration: chain.configuration, sources: sources, diagnostics: chain.diagnostics)
  }

  /// Where such files would be that concern a document in `folder`, the nearest first.
  package func paths(for folder: String) -> [String] {
    switch self {
    case .nowhere: return []
    case .file(let path): return [path]
    case .folders:
      var paths: [String] = []
      var folder = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL.path
      while true {
        paths.append(PathName.path(of: ConfigurationSource.fileName, in: folder))
        guard let parent = PathName.parent(of: folder), parent != folder else { return paths }
        folder = parent
      }
    }
  }
}

extension String {
  /// A path below the current folder as it is written from there.
  fileprivate var fromHere: String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return hasPrefix(here) ? String(dropFirst(here.count)) : self
  }
}
