import Glibc
import Platform

/// An empty file whose time says when something was last found right.
package struct StampFile: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Makes it, or gives it the present time. What is in it stays. A symbolic link in its place is refused: it would have
  /// a file touched or made that nobody named.
  package func touch() throws(StampFailure) {
    do throws(SystemFailure) {
      let file: Descriptor
      do throws(SystemFailure) {
        file = try Descriptor(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
      } catch {
        throw error.code == ELOOP ? SystemFailure(code: ELOOP, description: "it is a symbolic link") : error
      }
      guard futimens(file.number, nil) == 0 else { throw SystemFailure() }
    } catch {
      throw StampFailure(path, error)
    }
  }
}

/// Why a stamp could not be set.
package struct StampFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ path: String, _ failure: SystemFailure) { description = "cannot touch \(path): \(failure)" }
}
