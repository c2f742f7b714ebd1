import Foundation
import LanguageServer
import TestSupport
import Testing

/// The server as editors start it: the program, over its pipes.
@Suite struct LanguageServerCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var uri: String { "file://" + folder.path("edit.yaml") }

  private func open(_ text: String, in client: LanguageClient) {
    client.notify(
      "textDocument/didOpen",
      .object([
        "textDocument": .object([
          "uri": .string(uri), "languageId": .string("yaml"), "version": .integer(1), "text": .string(text),
        ])
      ]))
  }

  private func change(_ text: String, _ version: Int, in client: LanguageClient) {
    client.notify(
      "textDocument/didChange",
      .object([
        "textDocument": .object(["uri": .string(uri), "version": .integer(version)]),
        "contentChanges": .array([.object(["text": .string(text)])]),
      ]))
  }

  @Test func itStartsAnswersAndEnds() throws {
    let client = try LanguageClient(in: folder)
    open("timeline: 1\n", in: client)
    guard case .array(let found) = try client.diagnostics(uri, version: 1) else { Issue.record(); return }
    #expect(found.count == 1)
    #expect(try client.quit() == 0)
  }

  @Test func whoLeavesWithoutAWordIsNoticed() throws {
    #expect(try LanguageClient(["--stdio"], in: folder).quit(politely: false) == 1)
    #expect(try LanguageClient(in: folder).hangUp() == 1)
  }

  /// What is published is what `check` says, in its order.
  @Test func itSaysWhatCheckSays() throws {
    let text = "timeline: 1\ntrakcs: []\ntracks:\n  - { kind: vidoe, segments: [ { clip: cat.mov, source: 2..3 } ] }\n"
    _ = try folder.document(text)
    let client = try LanguageClient(in: folder)
    open(text, in: client)
    guard case .array(let found) = try client.diagnostics(uri, version: 1) else { Issue.record(); return }
    let codes = found.compactMap { value -> String? in
      guard case .object(let fields) = value, case .string(let code)? = fields["code"] else { return nil }
      return code
    }
    let checked = try Program.run("check", folder.path("edit.yaml"), "--format", "json").output
    let rules = checked.matches(of: /"rule" : "([a-z-]+)"/).map { String($0.1) }
    #expect(codes.count > 2)
    #expect(codes == rules)
  }

  /// Of requests that pile up behind a slow one, those that are taken back are not worked on.
  @Test func requestsCanBeTakenBack() throws {
    let client = try LanguageClient(in: folder)
    let segments = String(repeating: "      - { clip: { color: red }, duration: 1s }\n", count: 3000)
    open(
      "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\ntracks:\n  - kind: video\n    segments:\n" + segments, in: client
    )
    let document = JSONValue.object(["textDocument": .object(["uri": .string(uri)])])
    let first = client.ask("textDocument/documentSymbol", document)
    let second = client.ask("textDocument/semanticTokens/full", document)
    client.cancel(second)
    let third = client.ask("textDocument/foldingRange", document)
    guard case .array(let symbols) = try client.answer(to: first) else { Issue.record(); return }
    #expect(symbols.count > 3000)
    guard case .object(let error) = try client.answer(to: second) else { Issue.record(); return }
    #expect(error["code"] == .integer(-32800))
    guard case .array(let folds) = try client.answer(to: third) else { Issue.record(); return }
    #expect(!folds.isEmpty)
    #expect(try client.quit() == 0)
  }

  /// Who types fast is told about the last version.
  @Test func theLastVersionIsSpokenOf() throws {
    let client = try LanguageClient(in: folder)
    open("timeline: 1\n", in: client)
    for version in 2...50 { change("timeline: 1\ntracks: [] # \(version)\n", version, in: client) }
    change("timeline: 1\nfoo: 1\ntracks: []\n", 51, in: client)
    guard case .array(let found) = try client.diagnostics(uri, version: 51) else { Issue.record(); return }
    #expect("\(found)".contains("unknown-key"))
    #expect(try client.quit() == 0)
  }

  @Test func garbageEndsTheConversationAndNothingElse() throws {
    let result = try Program.run(["lsp"], input: "hello\r\n\r\n")
    #expect(result.status == 1)
    let broken = try Program.run(["lsp"], input: "Content-Length: 3\r\n\r\n{a:")
    #expect(broken.output.contains("-32700"))
  }

  private static let python = Program.package.appendingPathComponent(".build/python/bin/python").path

  /// A client that holds every answer to the protocol, in the shape of three editors.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: python)))
  func aStrictClientIsContent() throws {
    let script = Program.package.appendingPathComponent("Scripts/lsp_conversation.py").path
    // What pytest has to say when it fails goes to the errors, which are shown then.
    let command = "\"$0\" -B -m pytest -q -p no:cacheprovider \"$1\" 1>&2"
    try CommandLineTool.run("env", ["CUTLIST=\(Program.url.path)", "sh", "-c", command, Self.python, script])
  }
}
