extension LSP {
  struct DidOpenParams: Codable, Sendable {
    var textDocument: Item
    struct Item: Codable, Sendable {
      var uri: String
      var languageId: String
      var version: Int
      var text: String
    }
  }

  struct DidChangeParams: Codable, Sendable {
    var textDocument: VersionedDocument
    var contentChanges: [Change]
  }

  /// A change of a part, or without a range of all of a text.
  package struct Change: Codable, Sendable, Hashable {
    package var range: Range?
    package var text: String

    package init(range: Range?, text: String) {
      self.range = range
      self.text = text
    }
  }

  struct PublishDiagnosticsParams: Codable, Sendable {
    var uri: String
    var version: Int?
    var diagnostics: [Diagnostic]
  }

  package struct Diagnostic: Codable, Sendable, Hashable {
    package var range: Range
    package var severity: Int
    package var code: String
    package var codeDescription: CodeDescription?
    package var source: String
    package var message: String
    package var tags: [Int]?
    package var relatedInformation: [RelatedInformation]?

    package struct CodeDescription: Codable, Sendable, Hashable { package var href: String }
    package struct RelatedInformation: Codable, Sendable, Hashable {
      package var location: Location
      package var message: String
    }
  }
}
