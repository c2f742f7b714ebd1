import Glibc
package import Platform

/// An empty file whose time says when something was last found right.
package struct StampFile: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Makes it, or gives it the present time. What is in it stays. A symbolic link in its place is refused: it would have
  /// a file touched or made that nobody named.
  package func touch() throws(StampFailure) {
    do throws(SystemFailure) {
      do throws(SystemFailure) {
        let file = try Descriptor(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard futimens(file.number, nil) == 0 else { throw SystemFailure() }
      } catch {
        switch error.code {
        case ENOENT: _ = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL)
        case ELOOP: throw SystemFailure(code: ELOOP, description: "it is a symbolic link")
        default: throw error
        }
      }
    } catch {
      throw StampFailure(path, error)
    }
  }
}

/// Why a stamp could not be set.
package struct StampFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ path: String, _ failure: SystemFailure) { description = "cannot touch \(path): \(failure)" }
}
