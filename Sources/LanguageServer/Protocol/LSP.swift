/// The Language Server Protocol, version 3.17: as much of it as is spoken here. These are the wire's own types; nothing
/// in them is about timelines.
package enum LSP {}

extension LSP {
  /// Zero-based line, and column in units of the encoding that was agreed on.
  package struct Position: Codable, Hashable, Sendable, Comparable {
    package var line: Int
    package var character: Int

    package init(line: Int, character: Int) {
      self.line = line
      self.character = character
    }

    package static func < (a: Position, b: Position) -> Bool { (a.line, a.character) < (b.line, b.character) }
  }

  package struct Range: Codable, Hashable, Sendable {
    package var start: Position
    package var end: Position

    package init(start: Position, end: Position) {
      self.start = start
      self.end = end
    }

    func touches(_ other: Range) -> Bool { start <= other.end && other.start <= end }
  }

  package struct Location: Codable, Hashable, Sendable {
    package var uri: String
    package var range: Range
  }

  struct TextEdit: Codable, Hashable, Sendable {
    var range: Range
    var newText: String
  }

  struct VersionedDocument: Codable, Hashable, Sendable {
    var uri: String
    /// Nil for a document that is not open.
    var version: Int?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(uri, forKey: .uri)
      // The protocol wants the key, and null in it.
      try container.encode(version, forKey: .version)
    }
  }

  struct DocumentEdit: Encodable, Sendable {
    var textDocument: VersionedDocument
    var edits: [TextEdit]
  }

  /// Of the two, clients that know versions get the first.
  struct WorkspaceEdit: Encodable, Sendable {
    var documentChanges: [DocumentEdit]?
    var changes: [String: [TextEdit]]?
  }

  struct MarkupContent: Codable, Hashable, Sendable {
    var kind: String
    var value: String
  }

  struct Command: Codable, Hashable, Sendable {
    var title: String
    var command: String
    var arguments: [String]?

    /// The name of the server's only command, which shows its argument to the user. A code lens has to have a command.
    static let showMessage = "cutlist.showMessage"
  }
}

// MARK: What is asked about

extension LSP {
  struct DocumentIdentifier: Codable, Sendable { var uri: String }

  struct DocumentParams: Codable, Sendable { var textDocument: DocumentIdentifier }

  struct PositionParams: Codable, Sendable {
    var textDocument: DocumentIdentifier
    var position: Position
  }

  struct OnTypeParams: Codable, Sendable {
    var textDocument: DocumentIdentifier
    var position: Position
    /// The character that was typed.
    var ch: String
  }

  struct ExecuteCommandParams: Decodable, Sendable {
    var command: String
    var arguments: [JSONValue]?
  }

  struct RangeParams: Codable, Sendable {
    var textDocument: DocumentIdentifier
    var range: Range
  }
}
