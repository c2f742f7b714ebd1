import Foundation

/// A file that gets another text, whole or not at all. Links to it and the rights to it stay as they are.
package struct RewrittenFile: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  package func write(_ bytes: [UInt8]) throws(RewriteFailure) {
    // A link goes on leading to the file that it leads to.
    guard let real = realpath(path, nil) else { throw RewriteFailure(path) }
    let target = String(cString: real)
    free(real)
    var status = stat()
    guard stat(target, &status) == 0 else { throw RewriteFailure(path) }
    // A rename asks nobody whether the file may be written.
    guard access(target, W_OK) == 0 else { throw RewriteFailure(path) }
    var name = Array("\(target).XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw RewriteFailure(path) }
    let temporary = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isWritten = write(bytes, to: descriptor) && fchmod(descriptor, status.st_mode & 0o7777) == 0
    // Only who may give files away can keep another's ownership.
    if isWritten, status.st_uid != getuid() || status.st_gid != getgid() {
      _ = fchown(descriptor, status.st_uid, status.st_gid)
    }
    let isSafe = isWritten && fsync(descriptor) == 0
    let failure = errno
    close(descriptor)
    guard isSafe, rename(temporary, target) == 0 else {
      let reason = isSafe ? errno : failure
      unlink(temporary)
      throw RewriteFailure(path, reason)
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// Why a file could not be rewritten.
package struct RewriteFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ path: String, _ number: Int32 = errno) {
    description = "cannot write \(path): \(String(cString: strerror(number)).lowercased())"
  }
}
