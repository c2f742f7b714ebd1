extension LSP {
  struct InitializeParams: Decodable, Sendable {
    var capabilities: ClientCapabilities
    var initializationOptions: Options?

    /// What can be set for this server.
    struct Options: Decodable, Sendable {
      /// Where the pages of docs/rules are published.
      var rulesURL: String?
    }

    enum CodingKeys: CodingKey { case capabilities, initializationOptions }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      capabilities =
        try container.decodeIfPresent(ClientCapabilities.self, forKey: .capabilities) ?? ClientCapabilities()
      // Clients put all sorts of things there.
      initializationOptions = try? container.decodeIfPresent(Options.self, forKey: .initializationOptions)
    }
  }

  /// What the client can do, as far as it makes a difference here.
  struct ClientCapabilities: Decodable, Sendable {
    var general: General?
    var workspace: Workspace?
    var textDocument: TextDocument?

    struct General: Decodable, Sendable { var positionEncodings: [String]? }

    struct Workspace: Decodable, Sendable {
      var workspaceEdit: WorkspaceEdit?
      var didChangeWatchedFiles: Registration?
      var diagnostics: Diagnostics?
      struct Diagnostics: Decodable, Sendable { var refreshSupport: Bool? }
      struct WorkspaceEdit: Decodable, Sendable { var documentChanges: Bool? }
      struct Registration: Decodable, Sendable { var dynamicRegistration: Bool? }
    }

    struct TextDocument: Decodable, Sendable {
      var completion: Completion?
      var hover: Hover?
      var documentSymbol: Symbols?
      /// There if the client asks for what is wrong instead of being told.
      var diagnostic: Pull?
      struct Pull: Decodable, Sendable {}
      struct Completion: Decodable, Sendable { var completionItem: Item? }
      struct Item: Decodable, Sendable { var snippetSupport: Bool? }
      struct Hover: Decodable, Sendable { var contentFormat: [String]? }
      struct Symbols: Decodable, Sendable { var hierarchicalDocumentSymbolSupport: Bool? }
    }
  }

  struct InitializeResult: Encodable, Sendable {
    var capabilities: ServerCapabilities
    var serverInfo: ServerInfo

    struct ServerInfo: Encodable, Sendable {
      var name: String
      var version: String
    }
  }

  struct ServerCapabilities: Encodable, Sendable {
    var positionEncoding: String
    var textDocumentSync = Synchronization()
    var codeActionProvider = CodeActions()
    var documentFormattingProvider = true
    var documentRangeFormattingProvider = true
    var documentOnTypeFormattingProvider = OnType()
    var hoverProvider = true
    var completionProvider = Completion()
    var definitionProvider = true
    var referencesProvider = true
    var documentHighlightProvider = true
    var renameProvider = Rename()
    var documentSymbolProvider = true
    var foldingRangeProvider = true
    var inlayHintProvider = true
    var codeLensProvider = Resolving()
    var executeCommandProvider = Commands()
    var semanticTokensProvider = SemanticTokens()
    var documentLinkProvider = Resolving()
    var selectionRangeProvider = true
    var workspaceSymbolProvider = true
    var workspace = Workspace()
    /// Nil for clients that are told.
    var diagnosticProvider: Diagnostics?

    struct Workspace: Encodable, Sendable {
      var fileOperations = FileOperations()
      struct FileOperations: Encodable, Sendable { var willRename = Filters() }
      /// Files and folders of every name: each may be one that a document names, or lie around one.
      struct Filters: Encodable, Sendable { var filters = [Filter()] }
      struct Filter: Encodable, Sendable {
        var scheme = "file"
        var pattern = Pattern()
        struct Pattern: Encodable, Sendable { var glob = "**" }
      }
    }
    struct Synchronization: Encodable, Sendable {
      var openClose = true
      /// Incremental.
      var change = 2
      var save = true
    }
    struct Commands: Encodable, Sendable { var commands = [LSP.Command.showMessage] }
    struct CodeActions: Encodable, Sendable { var codeActionKinds = ["quickfix", "source.fixAll"] }
    struct OnType: Encodable, Sendable {
      var firstTriggerCharacter = "\n"
      var moreTriggerCharacter = ["}", "]"]
    }
    struct Completion: Encodable, Sendable { var triggerCharacters = [" ", ":", "{", ",", "[", "/", ".", "-"] }
    struct Rename: Encodable, Sendable { var prepareProvider = true }
    struct Resolving: Encodable, Sendable { var resolveProvider = false }
    struct Diagnostics: Encodable, Sendable {
      var interFileDependencies = true
      var workspaceDiagnostics = true
    }
    struct SemanticTokens: Encodable, Sendable {
      var legend = Legend()
      var full = true
      var range = true
      struct Legend: Encodable, Sendable {
        var tokenTypes = TokenType.allCases.map(\.rawValue)
        var tokenModifiers = TokenModifier.allCases.map(\.rawValue)
      }
    }
  }

  /// What a word is, in the order of the legend.
  enum TokenType: String, Sendable, CaseIterable {
    case property, variable, parameter, enumMember, number, string, keyword, comment
  }

  enum TokenModifier: String, Sendable, CaseIterable { case declaration }

  struct RegistrationParams: Encodable, Sendable {
    var registrations: [Registration]
    struct Registration: Encodable, Sendable {
      var id: String
      var method: String
      var registerOptions: Watchers
    }
    struct Watchers: Encodable, Sendable {
      var watchers: [Watcher]
      struct Watcher: Encodable, Sendable { var globPattern: String }
    }
  }
}
