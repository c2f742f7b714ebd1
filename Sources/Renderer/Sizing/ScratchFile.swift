import Foundation
import Platform
import Synchronization

/// Bytes that a render needs again later and that may be more than fits into memory: in a file without a name, which
/// the system takes back however the render ends.
final class ScratchFile: Sendable {
  private let file: Descriptor
  private let end = Mutex(0)

  init() throws(RenderFailure) {
    do throws(SystemFailure) { file = try Descriptor.nameless() } catch {
      throw ScratchFile.failure("cannot write into \(ScratchFolder.root)", error.code)
    }
  }

  /// Keeps `data` and says where.
  func append(_ data: Data) throws(RenderFailure) -> Range<Int> {
    let start = end.withLock { end in
      defer { end += data.count }
      return end
    }
    do throws(SystemFailure) {
      try data.withUnsafeBytes { bytes in
        Result { () throws(SystemFailure) in try file.write(bytes, at: Int64(start)) }
      }.get()
    } catch {
      throw ScratchFile.failure("cannot write a temporary file", error.code)
    }
    return start..<start + data.count
  }

  func read(_ range: Range<Int>) throws(RenderFailure) -> Data {
    var data = Data(count: range.count)
    do throws(SystemFailure) {
      let count = try data.withUnsafeMutableBytes { buffer in
        Result { () throws(SystemFailure) in try file.read(into: buffer, from: Int64(range.lowerBound)) }
      }.get()
      guard count == range.count else { throw SystemFailure(code: EIO) }
    } catch {
      throw ScratchFile.failure("cannot read a temporary file", error.code)
    }
    return data
  }

  private static func failure(_ message: String, _ code: Int32) -> RenderFailure {
    RenderFailure(.output, message, detail: String(cString: strerror(code)))
  }
}
