import Glibc

extension Descriptor {
  /// Fills a buffer from where the file was read to, as far as the file goes, and says how far that was.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    var count = 0
    while count < buffer.count {
      let step = Glibc.read(number, buffer.baseAddress! + count, buffer.count - count)
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
      let count = pread(number, buffer.baseAddress, buffer.count, off_t(position))
      if count >= 0 { return count }
      guard errno == EINTR else { throw SystemFailure() }
    }
  }

  /// All bytes from where the file was read to, which may be `limit` at most.
  package func contents(upTo limit: Int) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: min(limit, max(Int(try status().st_size), 1 << 16)) + 1)
    while true {
      let count = try block.withUnsafeMutableBytes { buffer in
        Result { () throws(SystemFailure) in try read(into: buffer) }
      }.get()
      bytes += block[..<count]
      guard bytes.count <= limit else {
        throw SystemFailure(code: E2BIG, description: "it is longer than \(limit >> 20) MiB")
      }
      if count < block.count { return bytes }
    }
  }
}
