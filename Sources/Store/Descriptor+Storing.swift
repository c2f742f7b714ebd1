import Foundation
import Platform

extension Descriptor {
  /// Returns at most `count` bytes, in memory of their own.
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

  func write(_ bytes: Data) throws(SystemFailure) {
    let result = bytes.withUnsafeBytes { buffer in Result { () throws(SystemFailure) in try write(buffer) } }
    try result.get()
  }

  /// Makes the content safe from a loss of power, but not the file's times.
  func synchronizeContent() throws(SystemFailure) {
    while fdatasync(number) != 0 {
      if errno == EINTR { continue }
      guard errno == EINVAL else { throw SystemFailure() }
      return
    }
  }

  /// Marks the file as used just now. A file that may only be read keeps its mark.
  func markUse() { futimens(number, nil) }
}
