import CutlistKit
import Platform
import Syntax

/// What an open text is taken for.
enum DocumentKind: Hashable, Sendable {
  case timeline, configuration
  /// Some other YAML or JSON, of which nothing is said.
  case other

  /// - Parameters:
  ///   - language: what the client calls its language.
  ///   - tree: what could be read of it.
  init(path: String, language: String, tree: Node?) {
    if PathName.name(of: path) == ConfigurationSource.fileName {
      self = .configuration
    } else if language == "cutlist" || DocumentKind.keys.contains(where: { tree?[$0] != nil }) {
      self = .timeline
    } else {
      self = .other
    }
  }

  /// One of these tells a timeline from other documents.
  private static let keys = ["timeline", "tracks"]

  var grammar: GrammarMap { self == .configuration ? .configuration : .timeline }
}
