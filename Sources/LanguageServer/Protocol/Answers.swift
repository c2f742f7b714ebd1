extension LSP {
  struct CodeActionParams: Decodable, Sendable {
    var textDocument: DocumentIdentifier
    var range: Range
    var context: Context
    struct Context: Decodable, Sendable {
      /// The diagnostics that the client shows in the range; nil if it names none.
      var diagnostics: [Shown]?
      var only: [String]?
    }

    /// The fields of a diagnostic that clients give back.
    struct Shown: Decodable, Sendable {
      var range: Range
      var message: String?
      var source: String?
    }
  }

  struct CodeAction: Encodable, Sendable {
    var title: String
    var kind: String
    var diagnostics: [Diagnostic]?
    var isPreferred: Bool?
    var edit: WorkspaceEdit
  }

  struct Hover: Encodable, Sendable {
    var contents: MarkupContent
    var range: Range?
  }

  struct ReferenceParams: Decodable, Sendable {
    var textDocument: DocumentIdentifier
    var position: Position
    var context: Context
    struct Context: Decodable, Sendable { var includeDeclaration: Bool }
  }

  struct DocumentHighlight: Encodable, Sendable {
    var range: Range
    /// 2 where it is read, 3 where it is written.
    var kind: Int
  }

  struct RenameParams: Decodable, Sendable {
    var textDocument: DocumentIdentifier
    var position: Position
    var newName: String
  }

  struct PrepareRenameResult: Encodable, Sendable {
    var range: Range
    var placeholder: String
  }

  struct DocumentSymbol: Encodable, Sendable {
    var name: String
    var detail: String?
    var kind: Kind
    var range: Range
    var selectionRange: Range
    var children: [DocumentSymbol]?

    enum Kind: Int, Encodable, Sendable {
      case file = 1, module = 2, namespace = 3, property = 7, constant = 14, string = 15, array = 18, event = 24
    }
  }

  /// For clients that know no trees.
  struct SymbolInformation: Encodable, Sendable {
    var name: String
    var kind: DocumentSymbol.Kind
    var location: Location
    var containerName: String?
  }

  struct FoldingRange: Encodable, Sendable, Hashable {
    var startLine: Int
    var endLine: Int
    var kind: String?
  }

  struct InlayHint: Encodable, Sendable {
    var position: Position
    var label: String
    var tooltip: String?
    var paddingRight = true
  }

  struct CodeLens: Encodable, Sendable {
    var range: Range
    var command: Command
  }

  struct SemanticTokens: Encodable, Sendable { var data: [Int] }

  struct CompletionList: Encodable, Sendable {
    var isIncomplete: Bool
    var items: [CompletionItem]
  }

  struct CompletionItem: Encodable, Sendable {
    var label: String
    var kind: Kind
    var detail: String?
    var documentation: MarkupContent?
    var sortText: String?
    var textEdit: TextEdit

    enum Kind: Int, Encodable, Sendable {
      case text = 1, function = 3, field = 5, variable = 6, module = 9, property = 10, value = 12, enumMember = 20
      case keyword = 14, color = 16, file = 17, reference = 18, folder = 19, constant = 21, event = 23
    }
  }

  struct DocumentLink: Encodable, Sendable {
    var range: Range
    var target: String
  }

  struct SelectionRangeParams: Decodable, Sendable {
    var textDocument: DocumentIdentifier
    var positions: [Position]
  }

  final class SelectionRange: Encodable, Sendable {
    let range: Range
    let parent: SelectionRange?

    init(range: Range, parent: SelectionRange?) {
      self.range = range
      self.parent = parent
    }
  }

  struct WorkspaceSymbolParams: Decodable, Sendable { var query: String }

  struct RenameFilesParams: Decodable, Sendable {
    var files: [File]
    struct File: Decodable, Sendable {
      var oldUri: String
      var newUri: String
    }
  }

  /// All that is wrong with a document, for clients that ask for it.
  struct DiagnosticReport: Encodable, Sendable {
    var kind = "full"
    var items: [Diagnostic]
  }

  struct WorkspaceDiagnosticReport: Encodable, Sendable {
    var items: [Item]

    struct Item: Encodable, Sendable {
      var kind = "full"
      var uri: String
      var version: Int?
      var items: [Diagnostic]
    }
  }
}
