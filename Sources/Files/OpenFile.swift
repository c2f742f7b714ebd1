package import Foundation

/// An open file, closed when it is let go of.
package final class OpenFile: Sendable {
  package let descriptor: Int32

  /// Takes over a descriptor.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Opens what is there. Where it `isOwn`, a link in its place is not followed and a pipe not waited for: the store
  /// keeps neither.
  package init(reading path: String, isOwn: Bool) throws(SystemFailure) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | (isOwn ? O_NOFOLLOW | O_NONBLOCK : 0))
    guard descriptor >= 0 else { throw SystemFailure() }
  }

  /// Makes a file that was not there.
  package init(creating path: String) throws(SystemFailure) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemFailure() }
  }

  deinit { close(descriptor) }

  package enum Lock { case taken, heldByAnother, unsupported }

  /// Locks the file to this opening of it, without waiting. The system takes the lock back however the process ends,
  /// which is how others tell a file at work from one left behind.
  package func lock() -> Lock {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno != EINTR { return errno == EWOULDBLOCK ? .heldByAnother : .unsupported }
    }
    return .taken
  }

  package func status() throws(SystemFailure) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemFailure() }
    return status
  }

  /// Fills a buffer as far as the file goes and says how far that was.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
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

  /// Reads what stands at `position`, once, and says how many bytes that were; 0 at the end. Where the file was read to
  /// before does not matter, so several may read it at a time.
  package func read(at position: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(position))
      if count >= 0 { return count }
      guard errno == EINTR else { throw SystemFailure() }
    }
  }

  /// What stands at `position`, at most `count` bytes: fewer at the end, and where the system refuses.
  package func bytes(at position: Int64, upTo count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while initialized < count {
        let rest = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[initialized...]))
        guard let step = try? read(at: position + Int64(initialized), into: rest), step > 0 else { return }
        initialized += step
      }
    }
  }

  /// All bytes of a file, which may be `limit` at most.
  package func contents(upTo limit: Int) throws(SystemFailure) -> [UInt8] {
    let size = Int(try status().st_size)
    guard size <= limit else {
      throw SystemFailure(code: EFBIG, description: "it is longer than \(limit >> 20) MiB")
    }
    // A file that grows meanwhile has one more.
    let data = try read(size + 1)
    guard data.count <= size else { throw SystemFailure(code: EBUSY, description: "it is being written") }
    return Array(data)
  }

  /// At most `count` bytes, in memory of their own.
  package func read(_ count: Int) throws(SystemFailure) -> Data {
    let memory = UnsafeMutableRawBufferPointer(start: malloc(max(count, 1)), count: count)
    do throws(SystemFailure) {
      let filled = try read(into: memory)
      return Data(bytesNoCopy: memory.baseAddress!, count: filled, deallocator: .free)
    } catch {
      free(memory.baseAddress)
      throw error
    }
  }

  package func write(_ bytes: some ContiguousBytes) throws(SystemFailure) {
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
  package func synchronize() throws(SystemFailure) {
    guard fdatasync(descriptor) == 0 || errno == EINVAL else { throw SystemFailure() }
  }

  /// Marks it as used just now. A file that may only be read keeps its mark.
  package func markUse() { futimens(descriptor, nil) }
}
