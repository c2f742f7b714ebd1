import CFFmpeg
import Platform

/// The bytes of one open file for libavformat, which has no other way to reach any.
///
/// It remembers what the system refused: demuxers take a read that failed for the end of the file, or for damage.
final class FileInput {
  private let file: Descriptor
  /// Bytes, when it was opened.
  private let length: Int64
  private var cursor = FileCursor()
  private(set) var failure: LibAVError?
  private var io: IOContext?

  let identity: FileIdentity

  convenience init(_ path: ConfinedPath) throws(LibAVError) {
    let file: Descriptor
    do { file = try path.open() } catch { throw LibAVError(error, call: "open") }
    try self.init(file)
  }

  init(_ file: Descriptor) throws(LibAVError) {
    self.file = file
    do { identity = FileIdentity(try file.status()) } catch { throw LibAVError(error, call: "open") }
    length = identity.size
    io = try IOContext(
      owner: self, read: { input, buffer, count in FileInput.of(input).read(buffer, Int(count)) },
      seek: { input, offset, whence in FileInput.of(input).seek(offset, whence) })
  }

  var context: UnsafeMutablePointer<AVIOContext>? { io?.pointer }

  /// The bytes at a place, whatever is being read: fewer at the end.
  func bytes(at position: Int64, count: Int) throws(LibAVError) -> [UInt8] {
    do throws(SystemFailure) { return try file.bytes(at: position, count: count) } catch {
      throw LibAVError(error, call: "read")
    }
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> FileInput {
    Unmanaged<FileInput>.fromOpaque(pointer!).takeUnretainedValue()
  }

  private func read(_ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int32 {
    do {
      let count = try file.read(at: cursor.position, into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
      cursor.position += Int64(count)
      if count > 0 { return Int32(count) }
      guard cursor.position < length else { return cff_error_eof }
      return fail(LibAVError(call: "read", code: -EIO, text: "the file became shorter while it was read"))
    } catch {
      return fail(LibAVError(error, call: "read"))
    }
  }

  private func fail(_ error: LibAVError) -> Int32 {
    failure = failure ?? error
    return error.code
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 { cursor.seek(offset, whence, length: length) }
}

extension LibAVError {
  /// What the system refused, with its own words.
  init(_ failure: SystemFailure, call: String) {
    self.init(call: call, code: -failure.code, text: failure.description)
  }
}
