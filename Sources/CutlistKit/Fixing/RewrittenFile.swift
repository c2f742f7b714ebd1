import Glibc
package import Platform

/// A file that gets another text, whole or not at all. The rights to it stay as they are.
///
/// It is not written through a symbolic link: that would reach a file that nobody named.
package struct RewrittenFile: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Replaces the content of the file.
  /// - Parameter original: The content that `bytes` was made from. If the file has another one by now, it is kept.
  /// - Returns: The file as it was written; nil if it is none.
  @discardableResult
  package func write(_ bytes: [UInt8], replacing original: [UInt8]) throws(RewriteFailure) -> FileIdentity? {
    do throws(SystemFailure) {
      // A rename asks nobody whether the file may be written.
      guard faccessat(AT_FDCWD, path, W_OK, AT_SYMLINK_NOFOLLOW) == 0 || errno == EINVAL || errno == ENOSYS else {
        throw SystemFailure()
      }
      let isUnchanged = Replacing.tested { file throws(SystemFailure) in
        guard try file.contents(upTo: ConfinedPath.longestText) == original else {
          throw SystemFailure(code: EBUSY, description: "it was written while it was looked at")
        }
      }
      return try WrittenFile.write(bytes, to: path, .beside, replacing: isUnchanged)
    } catch {
      throw RewriteFailure(path, error)
    }
  }
}

/// Why a file could not be rewritten.
package struct RewriteFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ path: String, _ failure: SystemFailure) { description = "cannot write \(path): \(failure)" }
}
