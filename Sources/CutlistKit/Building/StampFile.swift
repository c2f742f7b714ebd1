package import Glibc
package import Platform

/// An empty file whose time says when something was last found right.
package struct StampFile: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Looks at the place before it is touched.
  /// - Throws: if the file there is one of the dependencies, which would be newer than the stamp ever after.
  package func check(dependencies: [String]) throws(StampFailure) {
    guard let own = FileIdentity(path: path) else { return }
    if let same = dependencies.first(where: { FileIdentity(path: $0)?.isSameFile(as: own) == true }) {
      throw StampFailure(path, SystemFailure(code: EEXIST, description: "it is \(same), which is looked at"))
    }
  }

  /// Makes it if it is missing, and gives it a time. What is in it stays. A symbolic link in its place is refused: it
  /// would have a file touched or made that nobody named.
  /// - Parameters:
  ///   - time: When the work began that found it right, so that what was written meanwhile is newer.
  ///   - written: When the work has written a file itself the last time, in nanoseconds since 1970. The stamp is no older.
  package func touch(at time: timespec, notBefore written: Int64 = 0) throws(StampFailure) {
    let time = max(time.nanoseconds, written)
    let wanted = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    do throws(SystemFailure) {
      let wasThere = WrittenFile.isThere(path)
      let file = try open()
      guard futimens(file.number, [wanted, wanted]) == 0 else {
        // Only its owner may give a file another time than the present one, which is too late.
        let failure = errno == EPERM ? SystemFailure(code: EPERM, description: "only its owner can set its times") : SystemFailure()
        // A stamp that is there says that all is well.
        if !wasThere { unlink(path) }
        throw failure
      }
    } catch {
      throw StampFailure(path, error)
    }
  }

  private func open() throws(SystemFailure) -> Descriptor {
    do throws(SystemFailure) { return try Descriptor(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) } catch {
      switch error.code {
      case ENOENT: return try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL)
      case ELOOP: throw SystemFailure(code: ELOOP, description: "it is a symbolic link")
      default: throw error
      }
    }
  }
}

extension timespec {
  /// The time for a stamp of work that begins now. Files get their times from a clock that is up to a tick behind, a
  /// hundredth of a second where it is slowest.
  package static var stampTime: timespec {
    let time = timespec.now.nanoseconds - 20_000_000
    return timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
  }
}

/// Why a stamp could not be set.
package struct StampFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ path: String, _ failure: SystemFailure) { description = "cannot touch \(path): \(failure)" }
}
