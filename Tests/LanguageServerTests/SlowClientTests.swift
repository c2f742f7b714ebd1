import CutlistKit
import Foundation
import Glibc
import LanguageServer
import Platform
import Testing

/// A client that reads late, through a pipe that does not wait by itself.
@Suite struct SlowClientTests {
  private func message(_ body: String) -> Data { Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8) }

  /// Takes the first message out of what has arrived; nil if it has not arrived whole.
  private func takeMessage(from bytes: inout Data) throws -> Data? {
    guard let head = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let length = try #require(Int(String(decoding: bytes[..<head.lowerBound], as: UTF8.self).dropFirst(16)))
    guard bytes.distance(from: head.upperBound, to: bytes.endIndex) >= length else { return nil }
    defer { bytes = Data(bytes[(head.upperBound + length)...]) }
    return bytes[head.upperBound..<head.upperBound + length]
  }

  @Test func everyMessageArrivesWhole() throws {
    var (to, from) = ([Int32](repeating: 0, count: 2), [Int32](repeating: 0, count: 2))
    #expect(pipe(&to) == 0 && pipe(&from) == 0)
    for end in [to[0], from[1]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let server = Server(
      ServerSettings(loader: DocumentLoader(isOffline: true), rulesURL: nil, version: ""),
      output: Descriptor(adopting: from[1]))
    let input = FileHandle(fileDescriptor: to[0], closeOnDealloc: true)
    let session = Thread { _ = try? server.run(input: input) }
    session.start()
    let client = FileHandle(fileDescriptor: to[1], closeOnDealloc: true)
    let segments = String(repeating: "{ clip: { color: red }, duration: 1s, zz: 1 }, ", count: 1000)
    let text = "timeline: 1\\ncanvas: { size: 64x48, rate: 10 }\\ntracks: [ { kind: video, segments: [ \(segments) ] } ]\\n"
    try client.write(contentsOf: message(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#))
    try client.write(
      contentsOf: message(
        #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.yaml","#
          + "\"languageId\":\"yaml\",\"version\":1,\"text\":\"\(text)\"}}}"))
    usleep(500_000)
    let output = FileHandle(fileDescriptor: from[0], closeOnDealloc: true)
    var (messages, rest, takesLeave) = ([Data](), Data(), false)
    // A read may end anywhere, also within the last message.
    while messages.last?.contains(Data(#""id":2"#.utf8)) != true {
      let more = output.availableData
      guard !more.isEmpty else { break }
      rest += more
      while let message = try takeMessage(from: &rest) { messages.append(message) }
      guard !takesLeave, messages.count > 1 || !rest.isEmpty else { continue }
      takesLeave = true
      usleep(500_000)
      try client.write(contentsOf: message(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#))
      try client.write(contentsOf: message(#"{"jsonrpc":"2.0","method":"exit"}"#))
    }
    #expect(messages.count >= 3 && rest.isEmpty)
    for message in messages { _ = try JSONSerialization.jsonObject(with: message) }
    #expect(server.lostOutput == nil)
  }
}

extension Data {
  fileprivate func contains(_ part: Data) -> Bool { range(of: part) != nil }
}
