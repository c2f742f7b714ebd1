import Crypto
package import Foundation

/// The SHA-256 of a file's content: the same wherever the file is and whatever its name.
package struct FileFingerprint: Hashable, Sendable, CustomStringConvertible {
  /// Thirty-two bytes.
  package let digest: Data

  init?(digest: Data) {
    guard digest.count == SHA256.byteCount else { return nil }
    self.digest = digest
  }

  init(of name: String) { digest = Data(SHA256.hash(data: Data(name.utf8))) }

  package var description: String { digest.hexadecimal }
}
