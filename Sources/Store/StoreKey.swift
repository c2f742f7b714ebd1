import Foundation

/// Names a piece of work by a hash of everything that decides its result.
package struct StoreKey: Hashable, Sendable, CustomStringConvertible {
  /// Sixty-four hexadecimal digits of SHA-256.
  package let description: String

  /// `kind` keeps different kinds of work apart; a change of what one means changes its name.
  package init<Failure: Error>(
    _ kind: String, _ write: (inout KeyWriter) throws(Failure) -> Void
  ) throws(Failure) {
    var writer = KeyWriter()
    writer.add(kind)
    try write(&writer)
    description = writer.finish()
  }

  /// Whether a folder has the name of one for the keys that begin so.
  static func isShard(_ name: String) -> Bool {
    name.utf8.count == 2 && name.utf8.allSatisfy(\.isLowercaseHexadecimalDigit)
  }

  /// The key that a file is named for; nil where the name is no key.
  init?(name: String) {
    guard name.utf8.count == 64, name.utf8.allSatisfy(\.isLowercaseHexadecimalDigit) else { return nil }
    description = name
  }
}

extension UInt8 {
  fileprivate var isLowercaseHexadecimalDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}
