import Foundation
import LanguageServer
import TestSupport

/// A client of the program, over pipes.
final class LanguageClient {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var reader = MessageReader()
  private var number = 0
  /// Messages that came while something else was waited for.
  private var notices: [JSONValue] = []

  struct HungUp: Error {}

  init(_ options: [String] = [], in folder: TemporaryFolder) throws {
    let other = ProcessInfo.processInfo.environment["CUTLIST_LSP_PROGRAM"]
    process.executableURL = other.map { URL(fileURLWithPath: $0) } ?? Program.url
    process.arguments = ["lsp"] + options
    process.currentDirectoryURL = folder.url
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    _ = try request(
      "initialize", .object(["processId": .null, "rootUri": .null, "capabilities": .object([:])]))
    notify("initialized", .object([:]))
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Takes leave and gives the program's exit status.
  func quit(politely: Bool = true) throws -> Int32 {
    if politely { _ = try request("shutdown", .null) }
    notify("exit", .null)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Hangs up without a word.
  func hangUp() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  func notify(_ method: String, _ parameters: JSONValue) {
    write(["jsonrpc": .string("2.0"), "method": .string(method), "params": parameters])
  }

  /// Sends a request and gives its number, under which the answer will come.
  func ask(_ method: String, _ parameters: JSONValue) -> Int {
    number += 1
    write(
      ["jsonrpc": .string("2.0"), "id": .integer(number), "method": .string(method), "params": parameters])
    return number
  }

  /// Takes a request back.
  func cancel(_ number: Int) { notify("$/cancelRequest", .object(["id": .integer(number)])) }

  /// The answer to a request: its result, or its error as it came.
  func answer(to number: Int) throws -> JSONValue {
    while true {
      guard case .object(let message) = try next() else { continue }
      if message["id"] == .integer(number) { return message["result"] ?? message["error"] ?? .null }
      notices.append(.object(message))
    }
  }

  func request(_ method: String, _ parameters: JSONValue) throws -> JSONValue {
    try answer(to: ask(method, parameters))
  }

  /// What is published next of a version of a document.
  func diagnostics(_ uri: String, version: Int) throws -> JSONValue {
    while true {
      let message = notices.isEmpty ? try next() : notices.removeFirst()
      guard case .object(let fields) = message, case .object(let parameters)? = fields["params"],
        parameters["uri"] == .string(uri), parameters["version"] == .integer(version)
      else { continue }
      return parameters["diagnostics"] ?? .null
    }
  }

  func forgetNotices() { notices = [] }

  private func write(_ message: [String: JSONValue]) {
    // A server that has gone is noticed when its answer is waited for.
    guard let body = try? JSONEncoder().encode(JSONValue.object(message)) else { return }
    try? input.fileHandleForWriting.write(contentsOf: MessageReader.framed(body))
  }

  private func next() throws -> JSONValue {
    while true {
      if let body = try reader.next() { return try JSONDecoder().decode(JSONValue.self, from: body) }
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw HungUp() }
      reader.append(bytes)
    }
  }
}
