import CFFmpeg
import Platform

/// The bytes of one open file for libavformat, which has no other way to reach any.
///
/// It remembers what the system refused: demuxers take a read that failed for the end of the file, or for damage.
final class FileInput {
  private let file: Descriptor
  /// Bytes, when it was opened.
  private let length: Int64
  /// The number of bytes behind the end that are read as zeros.
  private let padding: Int64
  private var cursor = FileCursor()
  private(set) var failure: LibAVError?
  private var io: IOContext?

  let identity: FileIdentity

  convenience init(_ path: ConfinedPath, padding: Int64 = 0) throws(LibAVError) {
    let file: Descriptor
    do { file = try path.open() } catch { throw LibAVError(error, call: "open") }
    try self.init(file, padding: padding)
  }

  init(_ file: Descriptor, padding: Int64 = 0) throws(LibAVError) {
    self.file = file
    self.padding = padding
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

  private func read(_ buffer: UnsafeMutablePointer<UInt8>?, _ limit: Int) -> Int32 {
    do {
      let count = try file.read(at: cursor.position, into: UnsafeMutableRawBufferPointer(start: buffer, count: limit))
      cursor.position += Int64(count)
      if count > 0 { return Int32(count) }
      guard cursor.position < length else { return readPadding(buffer, limit) }
      return fail(LibAVError(call: "read", code: -EIO, text: "the file became shorter while it was read"))
    } catch {
      return fail(LibAVError(error, call: "read"))
    }
  }

  private func readPadding(_ buffer: UnsafeMutablePointer<UInt8>?, _ limit: Int) -> Int32 {
    let count = min(Int64(limit), length + padding - cursor.position)
    guard count > 0 else { return cff_error_eof }
    buffer?.update(repeating: 0, count: Int(count))
    cursor.position += count
    return Int32(count)
  }

  private func fail(_ error: LibAVError) -> Int32 {
    failure = failure ?? error
    return error.code
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 { cursor.seek(offset, whence, length: length + padding) }
}

extension LibAVError {
  /// What the system refused, with its own words.
  init(_ failure: SystemFailure, call: String) {
    self.init(call: call, code: -failure.code, text: failure.description)
  }
}
