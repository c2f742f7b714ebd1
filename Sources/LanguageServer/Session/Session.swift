import CutlistKit
import Diagnostics
package import Foundation
import Platform

/// One conversation with a client. It belongs to one thread, takes one message after another, and answers each from the
/// texts as they are then.
package final class Session {
  private let settings: ServerSettings
  /// Takes messages to the client, from any thread.
  private let send: @Sendable (OutgoingMessage) -> Void
  /// Runs what takes long, apart from the conversation.
  private let apart: (@escaping @Sendable () -> Void) -> Void
  /// Watches the files at absolute paths.
  private let watch: (Set<String>) -> Void
  /// Whether the client has lost its interest in an answer.
  private let isCancelled: @Sendable (RequestID) -> Bool

  private var library: Library
  private var client = LSP.ClientCapabilities()
  private var rulesURL: String?
  private var phase = Phase.new
  /// What was said of texts other than a document itself, by the document.
  private var published: [String: [String: [LSP.Diagnostic]]] = [:]
  private var requestCount = 0
  /// Whether the client asks for what is wrong. Those that could need not.
  private var isAsked = false
  /// The files that are watched, by the documents that name them.
  private var watched: [String: Set<String>] = [:]
  /// The documents that the client has opened or changed since it was last heard out.
  private var changed: Set<String> = []

  private enum Phase { case new, running, stopped, over }

  package init(
    _ settings: ServerSettings, send: @escaping @Sendable (OutgoingMessage) -> Void,
    apart: @escaping (@escaping @Sendable () -> Void) -> Void = { $0() },
    watch: @escaping (Set<String>) -> Void = { _ in },
    isCancelled: @escaping @Sendable (RequestID) -> Bool = { _ in false }
  ) {
    self.settings = settings
    self.send = send
    self.apart = apart
    self.watch = watch
    self.isCancelled = isCancelled
    library = Library(settings.loader)
    rulesURL = settings.rulesURL
  }

  /// True once the client has said `exit`.
  package var isOver: Bool { phase == .over }
  /// Whether it has said `shutdown` before that, as it should.
  package private(set) var endsWell = false

  package func receive(_ body: Data) {
    let message: IncomingMessage
    do { message = try IncomingMessage(body) } catch {
      return send(OutgoingMessage.failure(nil, ResponseError(.parseError, "this is no message")))
    }
    // An answer to what was asked of the client tells nothing.
    guard let method = message.method else { return }
    guard let id = message.id else { return notice(method, message) }
    do throws(ResponseError) {
      try answer(id, method, message)
    } catch {
      send(OutgoingMessage.failure(id, error))
    }
  }

  /// Says what is wrong with the documents that have changed. To be called when no message is waiting, so that who types
  /// fast is told once.
  package func settle() {
    guard phase == .running else { return }
    let uris = library.unsettled.sorted()
    if isAsked {
      askToBeAsked()
    } else {
      for uri in uris { publish(uri) }
    }
    watchFiles(of: uris)
  }

  /// Watches what documents name now that have been looked at again.
  private func watchFiles(of uris: [String]) {
    var isOther = false
    let before = watched.values.reduce(into: Set()) { $0.formUnion($1) }
    for uri in uris {
      guard let document = library.reading(of: uri), document.isWhole else { continue }
      let files = document.files
      if watched[uri] != files { (watched[uri], isOther) = (files, true) }
    }
    guard isOther else { return }
    watch(watched.values.reduce(into: []) { $0.formUnion($1) })
    // Nobody tells of what changed before it was watched, but after the document was looked at.
    let mayBeOld = uris.contains { uri in
      guard let document = library.reading(of: uri), document.isWhole else { return false }
      return document.files.subtracting(before).contains { FileIdentity.mayBeOther(at: $0, since: document.readFrom) }
    }
    guard mayBeOld else { return }
    library.forgetAll()
    settle()
  }

  /// Takes back what the client was told, since it asks now and would show it twice.
  private func stopTelling() {
    guard !isAsked else { return }
    isAsked = true
    let told = Set(published.values.flatMap(\.keys))
    published = [:]
    publishAll(told)
  }

  /// Documents that the client has not changed itself may have something else to say.
  private func askToBeAsked() {
    let others = library.unsettled.subtracting(changed)
    library.unsettled.forEach { library.settled($0) }
    changed = []
    guard !others.isEmpty, client.workspace?.diagnostics?.refreshSupport == true else { return }
    ask("workspace/diagnostic/refresh", JSONValue.null)
  }

  // MARK: Notifications

  private func notice(_ method: String, _ message: IncomingMessage) {
    if method == "exit" {
      endsWell = phase == .stopped
      phase = .over
    }
    guard phase == .running else { return }
    do throws(ResponseError) {
      switch method {
      case "initialized": registerForFiles()
      case "textDocument/didOpen": open(try message.parameters(as: LSP.DidOpenParams.self).textDocument)
      case "textDocument/didChange":
        let change = try message.parameters(as: LSP.DidChangeParams.self)
        changed.insert(change.textDocument.uri)
        guard library.change(change.textDocument.uri, version: change.textDocument.version, change.contentChanges)
        else {
          throw ResponseError(.invalidParams, "\(change.textDocument.uri) is not open")
        }
      case "textDocument/didClose": close(try message.parameters(as: LSP.DocumentParams.self).textDocument.uri)
      case "textDocument/didSave", "workspace/didChangeWatchedFiles": library.forgetAll()
      // Whatever else the client tells makes no difference here.
      default: break
      }
    } catch {
      send(OutgoingMessage.notification("window/logMessage", LogMessage(type: 1, message: error.message)))
    }
  }

  private struct LogMessage: Encodable {
    var type: Int
    var message: String
  }

  private func open(_ item: LSP.DidOpenParams.Item) {
    changed.insert(item.uri)
    library.open(
      OpenDocument(
        uri: item.uri, path: DocumentPath.path(of: item.uri), language: item.languageId, version: item.version,
        text: DocumentText(item.text)))
  }

  private func close(_ uri: String) {
    library.close(uri)
    watched[uri] = nil
    if isAsked { return }
    let others = published.removeValue(forKey: uri) ?? [:]
    publishAll(Set(others.keys).union([uri]))
  }

  /// Media and settings may change while documents that name them are open.
  private func registerForFiles() {
    guard client.workspace?.didChangeWatchedFiles?.dynamicRegistration == true else { return }
    let patterns = [
      "**/*.{yaml,yml,json,cube}", "**/*.{mov,mp4,m4v,mkv,webm,avi,mxf,wav,flac,mp3,m4a,ogg,png,jpg,jpeg}",
    ]
    ask(
      "client/registerCapability",
      LSP.RegistrationParams(registrations: [
        .init(
          id: "cutlist-files", method: "workspace/didChangeWatchedFiles",
          registerOptions: .init(watchers: patterns.map { .init(globPattern: $0) }))
      ]))
  }

  /// Asks something of the client, whose answer tells nothing.
  private func ask(_ method: String, _ parameters: some Encodable) {
    requestCount += 1
    send(OutgoingMessage.request(.text("cutlist-\(requestCount)"), method, parameters))
  }

  // MARK: Diagnostics

  private func publish(_ uri: String) {
    library.settled(uri)
    guard let reading = library.reading(of: uri) else { return }
    let before = published[uri] ?? [:]
    if reading.kind == .other, before.isEmpty { return }
    var writer = diagnosticWriter(for: reading)
    published[uri] = writer.published()
    publishAll(Set(before.keys).union(published[uri]?.keys ?? [:].keys))
  }

  /// Of a text that is open the document itself knows best; of any other, all that play it have something to say.
  private func publishAll(_ uris: Set<String>) {
    for uri in uris.sorted() {
      let own = library.documents[uri].map { _ in published[uri]?[uri] ?? [] }
      var all: [LSP.Diagnostic] = []
      var said: Set<LSP.Diagnostic> = []
      for diagnostic in own ?? published.sorted(by: { $0.key < $1.key }).flatMap({ $0.value[uri] ?? [] })
      where said.insert(diagnostic).inserted { all.append(diagnostic) }
      send(
        OutgoingMessage.notification(
          "textDocument/publishDiagnostics",
          LSP.PublishDiagnosticsParams(uri: uri, version: library.documents[uri]?.version, diagnostics: all)))
    }
  }

  private func diagnosticWriter(for document: ReadDocument) -> DiagnosticWriter {
    let library = library
    return DiagnosticWriter(document, rulesURL: rulesURL) { library.address(of: $0) }
  }

  // MARK: Requests

  private func answer(_ id: RequestID, _ method: String, _ message: IncomingMessage) throws(ResponseError) {
    if isCancelled(id) { throw ResponseError.cancelled }
    switch (phase, method) {
    case (.new, "initialize"):
      return reply(id, initialize(try message.parameters(as: LSP.InitializeParams.self)))
    case (.new, _): throw ResponseError(.notInitialized, "the first request has to be `initialize`")
    case (.running, "initialize"): throw ResponseError(.invalidRequest, "`initialize` has been said before")
    case (.running, "shutdown"):
      phase = .stopped
      return reply(id, JSONValue.null)
    case (.running, _): break
    case (.stopped, _), (.over, _): throw ResponseError(.invalidRequest, "the server has been shut down")
    }
    try answerAboutDocument(id, method, message)
  }

  private func initialize(_ parameters: LSP.InitializeParams) -> LSP.InitializeResult {
    phase = .running
    client = parameters.capabilities
    library.encoding = PositionEncoding(offered: client.general?.positionEncodings)
    rulesURL = parameters.initializationOptions?.rulesURL ?? rulesURL
    return LSP.InitializeResult(
      capabilities: LSP.ServerCapabilities(
        positionEncoding: library.encoding.rawValue, diagnosticProvider: client.textDocument?.diagnostic == nil ? nil : .init()),
      serverInfo: .init(name: "cutlist", version: settings.version))
  }

  private func answerAboutDocument(
    _ id: RequestID, _ method: String, _ message: IncomingMessage
  ) throws(ResponseError) {
    /// What is known of the document that a request is about.
    func document(_ identifier: LSP.DocumentIdentifier) throws(ResponseError) -> ReadDocument {
      guard let reading = library.reading(of: identifier.uri) else {
        throw ResponseError(.invalidParams, "\(identifier.uri) is not open")
      }
      return reading
    }
    func place() throws(ResponseError) -> (document: ReadDocument, position: LSP.Position) {
      let parameters = try message.parameters(as: LSP.PositionParams.self)
      return (try document(parameters.textDocument), parameters.position)
    }
    func part() throws(ResponseError) -> (document: ReadDocument, range: LSP.Range) {
      let parameters = try message.parameters(as: LSP.RangeParams.self)
      return (try document(parameters.textDocument), parameters.range)
    }
    func whole() throws(ResponseError) -> ReadDocument {
      try document(try message.parameters(as: LSP.DocumentParams.self).textDocument)
    }
    switch method {
    case "workspace/executeCommand":
      let parameters = try message.parameters(as: LSP.ExecuteCommandParams.self)
      guard parameters.command == LSP.Command.showMessage, case .string(let text)? = parameters.arguments?.first else {
        throw ResponseError(.invalidParams, "there is no command `\(parameters.command)` with these arguments")
      }
      send(OutgoingMessage.notification("window/showMessage", LogMessage(type: 3, message: ShownText(lines: text).description)))
      reply(id, JSONValue.null)
    case "textDocument/codeAction":
      let parameters = try message.parameters(as: LSP.CodeActionParams.self)
      let reading = try document(parameters.textDocument)
      var writer = CodeActionWriter(reading, edits, diagnosticWriter(for: reading))
      reply(
        id,
        writer.actions(
          in: parameters.range, for: parameters.context.diagnostics ?? [], only: parameters.context.only))
    case "textDocument/formatting": reply(id, try whole().formatting())
    case "textDocument/rangeFormatting":
      let part = try part()
      let (first, end) = (max(part.range.start.line, 0), part.range.end)
      // A line of which nothing is chosen is not meant.
      let last = end.character == 0 && end.line > first ? end.line - 1 : end.line
      reply(id, part.document.formatting(on: first...max(first, last)))
    case "textDocument/onTypeFormatting":
      let parameters = try message.parameters(as: LSP.OnTypeParams.self)
      // A client may name any line.
      let line = max(max(parameters.position.line, 0) - (parameters.ch == "\n" ? 1 : 0), 0)
      reply(id, try document(parameters.textDocument).formatting(on: line...line))
    case "textDocument/documentSymbol":
      let reading = try whole()
      if client.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport == true {
        reply(id, reading.symbols())
      } else {
        reply(id, reading.flatSymbols())
      }
    case "textDocument/foldingRange": reply(id, try whole().foldingRanges())
    case "textDocument/inlayHint":
      let part = try part()
      reply(id, part.document.inlayHints(in: part.range))
    case "textDocument/hover":
      let place = try place()
      let isMarkdown = client.textDocument?.hover?.contentFormat?.contains("markdown") ?? false
      reply(id, place.document.hover(at: place.position, isMarkdown: isMarkdown, rulesURL: rulesURL))
    case "textDocument/definition":
      let place = try place()
      let library = library
      reply(id, place.document.definition(at: place.position) { library.address(of: $0) })
    case "textDocument/references":
      let parameters = try message.parameters(as: LSP.ReferenceParams.self)
      let reading = try document(parameters.textDocument)
      reply(
        id,
        reading.references(at: parameters.position, includesDeclaration: parameters.context.includeDeclaration))
    case "textDocument/documentHighlight":
      let place = try place()
      reply(id, place.document.highlights(at: place.position))
    case "textDocument/prepareRename":
      let place = try place()
      reply(id, place.document.renamable(at: place.position))
    case "textDocument/rename":
      let parameters = try message.parameters(as: LSP.RenameParams.self)
      let reading = try document(parameters.textDocument)
      reply(id, edits.edit(try reading.renaming(at: parameters.position, to: parameters.newName), in: reading))
    case "textDocument/completion":
      let place = try place()
      reply(id, Completion(place.document, at: place.position).list())
    case "textDocument/semanticTokens/full": reply(id, try whole().semanticTokens(in: nil))
    case "textDocument/semanticTokens/range":
      let part = try part()
      reply(id, part.document.semanticTokens(in: part.range))
    case "textDocument/codeLens": answerLenses(id, try whole())
    case "textDocument/documentLink":
      let library = library
      reply(id, try whole().links { library.address(of: $0) })
    case "textDocument/selectionRange":
      let parameters = try message.parameters(as: LSP.SelectionRangeParams.self)
      reply(id, try document(parameters.textDocument).selectionRanges(at: parameters.positions))
    case "textDocument/diagnostic":
      let reading = try whole()
      stopTelling()
      reply(id, LSP.DiagnosticReport(items: problems(of: reading)))
    case "workspace/diagnostic":
      stopTelling()
      let items = readings().map {
        LSP.WorkspaceDiagnosticReport.Item(uri: $0.uri, version: $0.version, items: problems(of: $0))
      }
      reply(id, LSP.WorkspaceDiagnosticReport(items: items))
    case "workspace/willRenameFiles":
      let moves = FileMoves(try message.parameters(as: LSP.RenameFilesParams.self).files)
      let changed = readings().map { ($0.edits(following: moves), $0) }.filter { !$0.0.isEmpty }
      reply(id, changed.isEmpty ? nil : edits.edit(changed))
    case "workspace/symbol":
      let query = try message.parameters(as: LSP.WorkspaceSymbolParams.self).query
      reply(id, readings().flatMap { $0.symbols(matching: query) })
    default: throw ResponseError(.methodNotFound, "`\(method)` is nothing that this server does")
    }
  }

  /// What is known of all open documents, by their addresses.
  private func readings() -> [ReadDocument] { library.documents.keys.sorted().compactMap { library.reading(of: $0) } }

  /// What is wrong in the document's own text.
  private func problems(of document: ReadDocument) -> [LSP.Diagnostic] {
    var writer = diagnosticWriter(for: document)
    return writer.published()[document.uri] ?? []
  }

  private var edits: WorkspaceEditWriter {
    WorkspaceEditWriter(knowsVersions: client.workspace?.workspaceEdit?.documentChanges == true)
  }

  /// What nobody waits for any more is not sent.
  private func reply(_ id: RequestID, _ result: some Encodable) {
    send(isCancelled(id) ? OutgoingMessage.failure(id, .cancelled) : OutgoingMessage.result(id, result))
  }

  private func answerLenses(_ id: RequestID, _ document: ReadDocument) {
    guard let work = CodeLensWork(document) else { return reply(id, [LSP.CodeLens]()) }
    let (send, isCancelled) = (send, isCancelled)
    apart {
      if isCancelled(id) { return send(OutgoingMessage.failure(id, .cancelled)) }
      let lenses = work.lenses()
      send(isCancelled(id) ? OutgoingMessage.failure(id, .cancelled) : OutgoingMessage.result(id, lenses))
    }
  }
}
