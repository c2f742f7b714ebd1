import Glibc

/// What the system said no to.
package struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let code: Int32
  /// The system's words, such as "no space left on device".
  package let description: String

  package init(code: Int32, description: String) {
    self.code = code
    self.description = description
  }

  package init(code: Int32 = errno) {
    self.init(code: code, description: String(cString: strerror(code)).lowercased())
  }

  /// True where the system could not do what it was asked, whatever the file holds: another time it may.
  package static func isRefusal(_ code: Int32) -> Bool { refusals.contains(code) }

  package var isRefusal: Bool { SystemFailure.isRefusal(code) }

  private static let refusals: Set<Int32> = [
    EIO, ENOMEM, EMFILE, ENFILE, EINTR, EAGAIN, EBUSY, ENODEV, ENXIO, ENOSPC, EDQUOT, EFBIG, EROFS, ESTALE, ETIMEDOUT,
    EBADF, EREMOTEIO, EHOSTDOWN, ENOLINK, ECONNRESET, ENETDOWN, ENOLCK, EUSERS, EOVERFLOW,
  ]
}
