import CutlistKit
import Foundation
import LanguageServer
import Synchronization
import TestSupport

/// An editor that talks to a session within this process.
final class Editor {
  let folder: TemporaryFolder
  private let session: Session
  private let inbox = Inbox()
  private let watched = Watched()
  private var number = 0
  private var versions: [String: Int] = [:]
  /// What the server says that it can do.
  private(set) var capabilities = JSONValue.null

  /// What the session has sent and nobody has looked at.
  private final class Inbox: Sendable {
    private let messages = Mutex<[JSONValue]>([])
    func add(_ data: Data) {
      // What cannot be read is missed by whoever waits for it.
      guard let message = try? JSONDecoder().decode(JSONValue.self, from: data) else { return }
      messages.withLock { $0.append(message) }
    }
    func take() -> [JSONValue] {
      messages.withLock { messages in
        defer { messages = [] }
        return messages
      }
    }
  }

  /// What the session asked to be told of last.
  private final class Watched {
    var names: Set<String> = []
    var before: () -> Void = {}
  }
  var watchedNames: Set<String> { watched.names }

  /// Does something right before the session's wish to be told of files is followed.
  func beforeFilesAreWatched(_ work: @escaping () -> Void) { watched.before = work }

  init(
    in folder: TemporaryFolder? = nil, encodings: [String]? = nil, rulesURL: String? = nil,
    asksForDiagnostics: Bool = false,
    isCancelled: @escaping @Sendable (RequestID) -> Bool = { _ in false }
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    let (inbox, watched) = (inbox, watched)
    session = Session(
      ServerSettings(loader: DocumentLoader(), rulesURL: rulesURL, version: "0"), send: { inbox.add($0.body) },
      watch: { paths in
        watched.before()
        watched.names = Set(paths.map { String($0.split(separator: "/").last ?? "") })
      },
      isCancelled: isCancelled)
    var general: [String: JSONValue] = [:]
    if let encodings { general["positionEncodings"] = .array(encodings.map { .string($0) }) }
    var textDocument: [String: JSONValue] = [
      "hover": ["contentFormat": ["markdown"]], "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
    ]
    if asksForDiagnostics { textDocument["diagnostic"] = [:] }
    capabilities = request(
      "initialize",
      [
        "processId": .null, "rootUri": .null,
        "capabilities": [
          "general": .object(general),
          "workspace": [
            "workspaceEdit": ["documentChanges": true], "diagnostics": ["refreshSupport": true],
          ],
          "textDocument": .object(textDocument),
        ],
      ])["capabilities"] ?? .null
    notify("initialized", [:])
  }

  /// The result of a request, or its error as it came.
  func request(_ method: String, _ parameters: JSONValue) -> JSONValue {
    number += 1
    send(["jsonrpc": "2.0", "id": .integer(number), "method": .string(method), "params": parameters])
    let messages = inbox.take()
    taken = Editor.published(in: messages)
    let answer = messages.last { $0["id"] == .integer(number) }
    return answer?["result"] ?? answer?["error"] ?? .null
  }

  func notify(_ method: String, _ parameters: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  private func send(_ message: JSONValue) {
    // JSON can always be encoded.
    session.receive(try! JSONEncoder().encode(message))
  }

  // MARK: Documents

  func uri(_ name: String) -> String {
    "file://" + (folder.path(name).addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "")
  }

  func open(_ text: String, _ name: String = "edit.yaml", language: String = "yaml") {
    versions[name] = 1
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri(name)), "languageId": .string(language), "version": 1, "text": .string(text),
        ]
      ])
  }

  func change(_ changes: [JSONValue], in name: String = "edit.yaml") {
    versions[name, default: 1] += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri(name)), "version": .integer(versions[name]!)],
        "contentChanges": .array(changes),
      ])
  }

  func close(_ name: String = "edit.yaml") {
    notify("textDocument/didClose", ["textDocument": ["uri": .string(uri(name))]])
  }

  /// What is published once nothing is waiting, by the names of the documents.
  func published() -> [String: [JSONValue]] {
    _ = inbox.take()
    session.settle()
    return take()
  }

  /// What the server asks of the client once nothing is waiting.
  func asked() -> [JSONValue] {
    _ = inbox.take()
    session.settle()
    return inbox.take().compactMap { $0["method"] }
  }

  /// A message as a client wrote it.
  func receive(_ text: String) { session.receive(Data(text.utf8)) }

  /// What has been published since anyone looked.
  func take() -> [String: [JSONValue]] { Editor.published(in: inbox.take()) }

  /// What was published along with the last answer.
  private(set) var taken: [String: [JSONValue]] = [:]

  private static func published(in messages: [JSONValue]) -> [String: [JSONValue]] {
    var published: [String: [JSONValue]] = [:]
    for message in messages where message["method"] == "textDocument/publishDiagnostics" {
      let name = message["params"]?["uri"]?.text?.split(separator: "/").last.map(String.init) ?? ""
      published[name] = message["params"]?["diagnostics"]?.list
    }
    return published
  }

  /// Asks about a document, or a place or a part of it.
  func ask(
    _ method: String, _ name: String = "edit.yaml", at position: JSONValue? = nil, range: JSONValue? = nil,
    with more: [String: JSONValue] = [:]
  ) -> JSONValue {
    var parameters: [String: JSONValue] = ["textDocument": ["uri": .string(uri(name))]]
    parameters["position"] = position
    parameters["range"] = range
    return request("textDocument/\(method)", .object(parameters.merging(more) { $1 }))
  }
}

/// A text with a cursor in it, written `‸`.
struct Marked {
  let text: String
  /// Where the cursor is, in UTF-16.
  let position: JSONValue

  init(_ marked: String) {
    let parts = marked.components(separatedBy: "‸")
    text = parts.joined()
    let lines = parts[0].components(separatedBy: "\n")
    position = .position(lines.count - 1, lines.last!.utf16.count)
  }
}
