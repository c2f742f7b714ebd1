import Foundation
import Platform

/// An open file, closed when it is let go of.
final class OpenFile: Sendable {
  private let descriptor: Int32

  /// Opens what is there. A link in its place is not followed and a pipe not waited for: the store keeps neither.
  init(reading path: String) throws(SystemFailure) {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var opened: Int32
    repeat { opened = open(path, flags) } while opened < 0 && errno == EINTR
    descriptor = opened
    guard descriptor >= 0 else { throw SystemFailure() }
  }

  /// Makes a file that was not there.
  init(creating path: String) throws(SystemFailure) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemFailure() }
  }

  deinit { close(descriptor) }

  enum Lock { case taken, heldByAnother, unsupported }

  /// Locks the file to this opening of it, without waiting. The system takes the lock back however the process ends,
  /// which is how others tell a file at work from one left behind.
  func lock() -> Lock {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno != EINTR { return errno == EWOULDBLOCK ? .heldByAnother : .unsupported }
    }
    return .taken
  }

  func status() throws(SystemFailure) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemFailure() }
    return status
  }

  /// Fills a buffer as far as the file goes and says how far that was.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    var count = 0
    while count < buffer.count {
      let step = Foundation.read(descriptor, buffer.baseAddress! + count, buffer.count - count)
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw SystemFailure() }
      if step == 0 { break }
      count += step
    }
    return count
  }

  /// At most `count` bytes, in memory of their own.
  func read(_ count: Int) throws(SystemFailure) -> Data {
    guard let start = malloc(max(count, 1)) else { throw SystemFailure(code: ENOMEM) }
    let memory = UnsafeMutableRawBufferPointer(start: start, count: count)
    do throws(SystemFailure) {
      let filled = try read(into: memory)
      return Data(bytesNoCopy: start, count: filled, deallocator: .free)
    } catch {
      free(start)
      throw error
    }
  }

  func write(_ bytes: some ContiguousBytes) throws(SystemFailure) {
    let result = bytes.withUnsafeBytes { buffer in Result { () throws(SystemFailure) in try write(buffer) } }
    try result.get()
  }

  private func write(_ buffer: UnsafeRawBufferPointer) throws(SystemFailure) {
    var count = 0
    while count < buffer.count {
      let step = Foundation.write(descriptor, buffer.baseAddress! + count, buffer.count - count)
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { throw step < 0 ? SystemFailure() : SystemFailure(code: ENOSPC) }
      count += step
    }
  }

  /// Makes it safe from a loss of power.
  func synchronize() throws(SystemFailure) {
    while fdatasync(descriptor) != 0 {
      if errno == EINTR { continue }
      guard errno == EINVAL else { throw SystemFailure() }
      return
    }
  }

  /// Marks it as used just now. A file that may only be read keeps its mark.
  func markUse() { futimens(descriptor, nil) }
}
