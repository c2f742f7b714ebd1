package import Glibc

/// A file descriptor, closed when it is let go of.
package final class Descriptor: Sendable {
  package let number: Int32

  /// Takes over an open one.
  package init(adopting number: Int32) { self.number = number }

  /// Opens a path, of which a relative one starts from an open folder or else from the current one, and tries again where
  /// a signal came in between.
  package init(
    _ path: String, _ flags: Int32, mode: mode_t = 0o666, in folder: Descriptor? = nil
  ) throws(SystemFailure) {
    var opened: Int32
    repeat {
      opened = openat(folder?.number ?? AT_FDCWD, path, flags | O_CLOEXEC, mode)
    } while opened < 0 && errno == EINTR
    guard opened >= 0 else { throw SystemFailure() }
    number = opened
  }

  deinit { close(number) }

  package func status() throws(SystemFailure) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw SystemFailure() }
    return status
  }

  /// Writes all of it, however little the system takes at once: at a place, or where the file was written to.
  package func write(_ bytes: UnsafeRawBufferPointer, at position: Int64? = nil) throws(SystemFailure) {
    var count = 0
    while count < bytes.count {
      let (start, length) = (bytes.baseAddress! + count, bytes.count - count)
      let step =
        if let position { pwrite(number, start, length, off_t(position) + count) } else {
          Glibc.write(number, start, length)
        }
      if step < 0, errno == EINTR { continue }
      if step < 0, errno == EAGAIN {
        // A terminal or a pipe that somebody else made so does not wait by itself.
        var question = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&question, 1, -1)
        continue
      }
      guard step > 0 else { throw step < 0 ? SystemFailure() : SystemFailure(code: ENOSPC) }
      count += step
    }
  }

  package func write(_ bytes: [UInt8]) throws(SystemFailure) {
    let result = bytes.withUnsafeBytes { buffer in Result { () throws(SystemFailure) in try write(buffer) } }
    try result.get()
  }

  /// Makes it safe from a loss of power. Some file systems cannot do that for some files, and say so.
  package func synchronize() throws(SystemFailure) {
    while fsync(number) != 0 {
      if errno == EINTR { continue }
      guard errno == EINVAL || errno == ENOSYS else { throw SystemFailure() }
      return
    }
  }

  package enum Lock: Sendable { case taken, heldByAnother, unsupported }

  /// Locks the file to this opening of it, without waiting. The system takes the lock back however the process ends,
  /// which is how others tell a file at work from one left behind.
  package func lock() -> Lock {
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      if errno != EINTR { return errno == EWOULDBLOCK ? .heldByAnother : .unsupported }
    }
    return .taken
  }

  /// True for a file or folder that a process left behind: nobody holds it, or where there are no locks, nobody has
  /// written it for an hour. It is locked then, as far as it can be, until it is closed.
  package var isAbandoned: Bool {
    switch lock() {
    case .taken: true
    case .heldByAnother: false
    case .unsupported: (try? status()).map { time(nil) - $0.st_mtim.tv_sec > 3600 } ?? false
    }
  }
}
