import Crypto
package import Foundation

/// Names a piece of work by a hash of everything that decides its result.
package struct StoreKey: Hashable, Sendable, CustomStringConvertible {
  /// Sixty-four hexadecimal digits of SHA-256.
  package let description: String

  /// `kind` keeps different kinds of work apart; a change of what one means changes its name.
  package init(_ kind: String, _ write: (inout KeyWriter) throws -> Void) rethrows {
    var writer = KeyWriter()
    writer.add(kind)
    try write(&writer)
    description = writer.finish()
  }
}

/// Takes in what decides a result, part by part. No two different sequences of parts run together into one.
package struct KeyWriter {
  private var hash = SHA256()

  package mutating func add(_ text: String) { add(bytes: Data(text.utf8)) }
  package mutating func add(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { hash.update(bufferPointer: $0) }
  }

  package mutating func add(bytes: some DataProtocol) {
    add(Int64(bytes.count))
    hash.update(data: bytes)
  }

  fileprivate func finish() -> String {
    hash.finalize().map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
