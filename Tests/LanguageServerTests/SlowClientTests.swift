import CutlistKit
import Foundation
import Glibc
import LanguageServer
import Platform
import Testing

/// A client that reads late, through a pipe that does not wait by itself.
@Suite struct SlowClientTests {
  private func message(_ body: String) -> Data { Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8) }

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
    var bytes = Data()
    let output = FileHandle(fileDescriptor: from[0], closeOnDealloc: true)
    var takesLeave = false
    while !bytes.contains(Data(#""id":2"#.utf8)) {
      let more = output.availableData
      guard !more.isEmpty else { break }
      bytes += more
      guard !takesLeave, bytes.contains(Data("publishDiagnostics".utf8)) else { continue }
      takesLeave = true
      usleep(500_000)
      try client.write(contentsOf: message(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#))
      try client.write(contentsOf: message(#"{"jsonrpc":"2.0","method":"exit"}"#))
    }
    var (messages, rest) = (0, bytes[...])
    while let head = rest.range(of: Data("\r\n\r\n".utf8)) {
      let length = try #require(Int(String(decoding: rest[..<head.lowerBound], as: UTF8.self).dropFirst(16)))
      guard rest.distance(from: head.upperBound, to: rest.endIndex) >= length else { break }
      _ = try JSONSerialization.jsonObject(with: rest[head.upperBound..<head.upperBound + length])
      rest = rest[(head.upperBound + length)...]
      messages += 1
    }
    #expect(messages >= 3 && rest.isEmpty)
    #expect(server.lostOutput == nil)
  }
}

extension Data {
  fileprivate func contains(_ part: Data) -> Bool { range(of: part) != nil }
}
