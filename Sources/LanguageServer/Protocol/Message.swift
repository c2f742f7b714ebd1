package import Foundation

/// Names a request, so that its answer can be told from others.
package enum RequestID: Codable, Hashable, Sendable {
  case number(Int)
  case text(String)

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

/// A message from the client, as far as it is the same for all: what it is and whether it wants an answer.
package struct IncomingMessage: Sendable {
  package let id: RequestID?
  /// Nil for an answer to something that was asked of the client.
  package let method: String?
  /// The whole message, to read its parameters from once it is known what they are.
  private let body: Data

  private struct Envelope: Decodable {
    var id: RequestID?
    var method: String?
  }

  private struct Parameters<Value: Decodable>: Decodable { var params: Value }

  package init(_ body: Data) throws {
    let body = (String(data: body, encoding: .utf8) == nil ? Data(String(decoding: body, as: UTF8.self).utf8) : body)
      .withoutLoneSurrogates
    let envelope = try JSONDecoder().decode(Envelope.self, from: body)
    (id, method) = (envelope.id, envelope.method)
    self.body = body
  }

  func parameters<Value: Decodable>(as type: Value.Type) throws(ResponseError) -> Value {
    do { return try JSONDecoder().decode(Parameters<Value>.self, from: body).params } catch {
      throw ResponseError(.invalidParams, "the parameters of \(method ?? "this") cannot be read: \(error.words)")
    }
  }
}

extension Error {
  fileprivate var words: String {
    guard let error = self as? DecodingError else { return "\(self)" }
    switch error {
    case .keyNotFound(let key, _): return "`\(key.stringValue)` is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return "`\(path)` is not what it has to be"
    @unknown default: return "\(error)"
    }
  }
}

/// Why a request has no result.
package struct ResponseError: Error, Encodable, Sendable {
  package enum Code: Int, Encodable, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case notInitialized = -32002
    case requestFailed = -32803
    case contentModified = -32801
    case requestCancelled = -32800
  }

  package let code: Code
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static let cancelled = ResponseError(.requestCancelled, "the request was cancelled")
  static let outdated = ResponseError(.contentModified, "the document has changed since")
}

/// A message to the client.
package struct OutgoingMessage: Sendable {
  package let body: Data
  /// The request that this answers.
  let answered: RequestID?

  private init(_ message: some Encodable, answering id: RequestID? = nil) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    // These types hold nothing that cannot be encoded.
    body = try! encoder.encode(message)
    answered = id
  }

  static func result(_ id: RequestID, _ value: some Encodable) -> OutgoingMessage {
    OutgoingMessage(Response(id: id, result: value), answering: id)
  }

  /// `id` is nil where the request could not be read so far.
  static func failure(_ id: RequestID?, _ error: ResponseError) -> OutgoingMessage {
    OutgoingMessage(Failure(id: id, error: error), answering: id)
  }

  static func notification(_ method: String, _ parameters: some Encodable) -> OutgoingMessage {
    OutgoingMessage(Notification(method: method, params: parameters))
  }

  static func request(_ id: RequestID, _ method: String, _ parameters: some Encodable) -> OutgoingMessage {
    OutgoingMessage(Request(id: id, method: method, params: parameters))
  }

  private struct Response<Value: Encodable>: Encodable {
    var jsonrpc = "2.0"
    var id: RequestID
    var result: Value
  }

  private struct Failure: Encodable {
    var jsonrpc = "2.0"
    var id: RequestID?
    var error: ResponseError

    enum CodingKeys: CodingKey { case jsonrpc, id, error }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(jsonrpc, forKey: .jsonrpc)
      try container.encode(id, forKey: .id)
      try container.encode(error, forKey: .error)
    }
  }

  private struct Notification<Value: Encodable>: Encodable {
    var jsonrpc = "2.0"
    var method: String
    var params: Value
  }

  private struct Request<Value: Encodable>: Encodable {
    var jsonrpc = "2.0"
    var id: RequestID
    var method: String
    var params: Value
  }
}

extension Data {
  /// JSON in which escaped surrogates that stand alone, as halves of characters in editors that count UTF-16, are U+FFFD.
  fileprivate var withoutLoneSurrogates: Data {
    guard range(of: Data(#"\ud"#.utf8)) != nil || range(of: Data(#"\uD"#.utf8)) != nil else { return self }
    var bytes = Array(self)
    /// The half that is escaped at an index.
    func half(at index: Int) -> UInt32? {
      guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u"),
        let value = UInt32(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
      else { return nil }
      return 0xD800...0xDFFF ~= value ? value : nil
    }
    var index = 0
    while index + 1 < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      guard let first = half(at: index) else {
        index += 2
        continue
      }
      if first < 0xDC00, let second = half(at: index + 6), second >= 0xDC00 {
        index += 12
      } else {
        bytes.replaceSubrange(index + 2..<index + 6, with: "FFFD".utf8)
        index += 6
      }
    }
    return Data(bytes)
  }
}
