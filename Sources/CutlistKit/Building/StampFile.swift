import Foundation

/// An empty file whose time says when something was last found right.
package struct StampFile: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Makes it, or gives it the present time. What is in it stays.
  package func touch() throws(StampFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw StampFailure(path) }
    defer { close(descriptor) }
    guard futimens(descriptor, nil) == 0 else { throw StampFailure(path) }
  }
}

/// Why a stamp could not be set.
package struct StampFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ path: String) { description = "cannot touch \(path): \(String(cString: strerror(errno)).lowercased())" }
}
