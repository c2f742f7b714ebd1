import Foundation

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
}
