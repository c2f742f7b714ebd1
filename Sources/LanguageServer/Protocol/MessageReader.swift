package import Foundation

/// Cuts what comes through a pipe into messages: headers, an empty line, and as many bytes as `Content-Length` says.
package struct MessageReader {
  private var buffer: [UInt8] = []
  /// Where the next message begins in it.
  private var start = 0
  /// From where on the end of its headers is looked for.
  private var searched = 0

  /// A message larger than this is taken for a mistake.
  private static let limit = 256 << 20
  /// The same of its headers.
  private static let headerLimit = 1 << 16

  package init() {}

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 1 << 16 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    buffer += bytes
  }

  /// The body of the next message; nil where it has not come whole yet.
  package mutating func next() throws(FramingError) -> Data? {
    guard let header = try headerEnd() else { return nil }
    let length = try contentLength(String(decoding: buffer[start..<header.end], as: UTF8.self))
    guard buffer.count - header.next >= length else { return nil }
    let body = Data(buffer[header.next..<header.next + length])
    start = header.next + length
    searched = start
    return body
  }

  private mutating func headerEnd() throws(FramingError) -> (end: Int, next: Int)? {
    var index = max(searched, start)
    while index + 3 < buffer.count {
      if buffer[index] == 13, buffer[index + 1] == 10, buffer[index + 2] == 13, buffer[index + 3] == 10 {
        searched = index
        return (index, index + 4)
      }
      index += 1
    }
    searched = index
    guard index - start <= MessageReader.headerLimit else {
      throw FramingError(header: String(decoding: buffer[start..<start + 80], as: UTF8.self))
    }
    return nil
  }

  private func contentLength(_ header: String) throws(FramingError) -> Int {
    for line in header.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      guard let length = Int(parts[1]), 0...MessageReader.limit ~= length else { break }
      return length
    }
    throw FramingError(header: header)
  }

  package static func framed(_ body: Data) -> Data { Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}

/// What comes through the pipe is no message, and where the next one begins cannot be known.
package struct FramingError: Error, Sendable {
  package let header: String
}
