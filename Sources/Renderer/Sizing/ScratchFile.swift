import Foundation
import Synchronization

/// Bytes that a render needs again later and that may be more than fits into memory: in a file without a name, which
/// the system takes back however the render ends.
final class ScratchFile: Sendable {
  private let descriptor: Int32
  private let end = Mutex(0)

  init() throws(RenderFailure) {
    let root = FileManager.default.temporaryDirectory.path
    var template = Array("\(root)/cutlist-scratch.XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw ScratchFile.failure("cannot write into \(root)") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
  }

  deinit { close(descriptor) }

  /// Keeps `data` and says where.
  func append(_ data: Data) throws(RenderFailure) -> Range<Int> {
    let start = end.withLock { end in
      defer { end += data.count }
      return end
    }
    var written = 0
    while written < data.count {
      let count = data.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + written, $0.count - written, start + written)
      }
      guard count > 0 || errno == EINTR else { throw ScratchFile.failure("cannot write a temporary file") }
      written += max(count, 0)
    }
    return start..<start + data.count
  }

  func read(_ range: Range<Int>) throws(RenderFailure) -> Data {
    var data = Data(count: range.count)
    var done = 0
    while done < range.count {
      let count = data.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + done, $0.count - done, range.lowerBound + done)
      }
      guard count > 0 || (count < 0 && errno == EINTR) else {
        throw ScratchFile.failure("cannot read a temporary file")
      }
      done += max(count, 0)
    }
    return data
  }

  private static func failure(_ message: String) -> RenderFailure {
    RenderFailure(.output, message, detail: String(cString: strerror(errno)))
  }
}
