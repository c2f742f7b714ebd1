import Platform
import Foundation
import Media
package import TimelineModel

/// Files that a first document is made of: named one by one, or those of a folder, and of these what one looks for.
package struct MediaBin: Sendable {
  package enum Kind: String, Sendable, CaseIterable { case video, audio, image }

  /// Nil takes all kinds.
  package var kind: Kind?
  /// What the metadata have to say, by their names.
  package var conditions: [String: String]

  package init(kind: Kind? = nil, conditions: [String: String] = [:]) {
    self.kind = kind
    self.conditions = conditions
  }

  private var isSelective: Bool { kind != nil || !conditions.isEmpty }

  /// The media at paths. The files of a folder come in the order of their names, numbers by their size; what is no media
  /// file is passed over there, and wherever something is looked for; so is a link that leads out of the folder.
  package func media(at paths: [String]) throws(MediaBinFailure) -> [(String, MediaFacts)] {
    var found: [(String, MediaFacts)] = []
    for path in paths {
      let files = try MediaBin.files(inFolder: path)
      for file in files ?? [path] {
        switch MediaProbe.probe(path: ConfinedPath(file, within: files == nil ? nil : path), depth: .precise) {
        case .found(let facts) where holds(facts):
          if let character = PathName.controlCharacter(in: file) {
            throw MediaBinFailure(
              path: file, reason: "a document names no file with control characters, as \(character)")
          }
          if DocumentLoader.isDocument(file) {
            throw MediaBinFailure(
              path: file, reason: "a clip of this name would be read as a document: call it otherwise")
          }
          found.append((file, facts))
        case .found: continue
        case .outsideRoot where files != nil: continue
        case .unreadable where files != nil || isSelective: continue
        case .refused(let why): throw MediaBinFailure(path: file, reason: why)
        case let finding: throw MediaBinFailure(path: file, reason: finding.complaint)
        }
      }
    }
    guard !found.isEmpty else { throw MediaBinFailure(path: paths.joined(separator: ", "), reason: emptiness) }
    return found
  }

  /// Nil for what is no folder.
  private static func files(inFolder path: String) throws(MediaBinFailure) -> [String]? {
    let folder = ConfinedPath(anywhere: path)
    var files: [String] = []
    do throws(SystemFailure) {
      guard try folder.leadsToFolder() == true else { return nil }
      for name in try folder.names() where !name.hasPrefix(".") {
        let file = PathName.path(of: name, in: path)
        if try ConfinedPath(anywhere: file).leadsToFolder() == false { files.append(file) }
      }
    } catch {
      throw MediaBinFailure(
        path: path,
        reason: error.code == EACCES ? "the folder may not be opened by this user" : error.description)
    }
    return files
      .map { ($0, NaturalOrder($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private func holds(_ facts: MediaFacts) -> Bool {
    let isOfKind =
      switch kind {
      case nil: true
      case .video: facts.video != nil && !facts.isStill
      case .audio: facts.video == nil && facts.audio != nil
      case .image: facts.isStill
      }
    return isOfKind
      && conditions.allSatisfy { name, text in
        facts.metadata.contains { $0.key.lowercased() == name.lowercased() && $0.value == text }
      }
  }

  private var emptiness: String {
    let parts =
      [kind.map { "of the kind `\($0.rawValue)`" }].compactMap(\.self)
      + conditions.sorted { $0.key < $1.key }.map { "whose \($0) is `\($1)`" }
    return "there is no media file" + (parts.isEmpty ? "" : " " + parts.joined(separator: " and "))
  }
}

/// Why there are no media.
package struct MediaBinFailure: Error, Hashable, Sendable {
  package let path: String
  package let reason: String
}
