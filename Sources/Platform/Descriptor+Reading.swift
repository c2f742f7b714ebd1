import CLinux
import Glibc

extension Descriptor {
  /// True if the system itself notes when the file changes. In an image of a file system all times are its maker's:
  /// another image in the same place may have another file with the same ones. FAT, and much that comes over a network,
  /// has one time alone, which programs set.
  package var hasOwnTimes: Bool { clinux_has_own_times(number) != 0 }

  /// Starts to flush pages that other processes have written through a memory mapping, without waiting.
  ///
  /// Writes to a page that is not flushed do not change the file's times.
  package func writeOut() { clinux_write_out(number) }

  /// Fills a buffer from a position, or else from where the file was read to, as far as the file goes, and says how far
  /// that was.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, from position: Int64? = nil
  ) throws(SystemFailure) -> Int {
    var count = 0
    while count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let step: Int
      if let position {
        step = try read(at: position + Int64(count), into: rest)
      } else {
        step = Glibc.read(number, rest.baseAddress, rest.count)
        if step < 0, errno == EINTR { continue }
        guard step >= 0 else { throw SystemFailure() }
      }
      if step == 0 { break }
      count += step
    }
    return count
  }

  /// Reads what stands at `position`, once, and says how many bytes that were; 0 at the end. Where the file was read to
  /// before does not matter, so several may read it at a time.
  package func read(at position: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    while true {
      let count = pread(number, buffer.baseAddress, buffer.count, off_t(position))
      if count >= 0 { return count }
      guard errno == EINTR else { throw SystemFailure() }
    }
  }

  /// Returns `count` bytes from `position`; fewer if the file ends before.
  /// - Throws: a failure with the code `EBUSY` if it ends there though it is longer.
  package func bytes(at position: Int64, count: Int) throws(SystemFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SystemFailure) in try read(into: buffer, from: position) }
    }.get()
    guard filled < count else { return bytes }
    let status = try status()
    if status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size) > position + Int64(filled) {
      throw SystemFailure(code: EBUSY)
    }
    return Array(bytes[..<filled])
  }

  /// Returns the unread rest of the file.
  /// - Throws: a failure with the code `E2BIG` if it has more than `limit` bytes, and one with `EBUSY` if it ends earlier
  ///   than it did at first.
  package func contents(upTo limit: Int = .max) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    let status = try status()
    let start = status.st_mode & S_IFMT == S_IFREG ? lseek(number, 0, SEEK_CUR) : -1
    let length = start < 0 ? 0 : Int(status.st_size) - Int(start)
    // One more than there should be tells a file that is longer.
    var block = [UInt8](repeating: 0, count: min(limit, max(Int(status.st_size), 1 << 16)) + 1)
    while true {
      let count = try block.withUnsafeMutableBytes { buffer in
        Result { () throws(SystemFailure) in try read(into: buffer) }
      }.get()
      bytes += block[..<count]
      guard bytes.count <= limit else {
        throw SystemFailure(code: E2BIG, description: "it is longer than \(limit >> 20) MiB")
      }
      guard count < block.count else { continue }
      guard bytes.count >= length else { throw SystemFailure(code: EBUSY, description: "it is being written") }
      return bytes
    }
  }

  /// Returns the names of what is in an open folder, in no order.
  package func names() throws(SystemFailure) -> [String] {
    // The stream closes the descriptor that it has.
    let own = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw SystemFailure() }
    guard let stream = fdopendir(own) else {
      let failure = SystemFailure()
      close(own)
      throw failure
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw SystemFailure() }
        return names
      }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
  }
}
