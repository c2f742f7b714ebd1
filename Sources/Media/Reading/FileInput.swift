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
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  let identity: FileIdentity

  /// As much as libavformat's own reader asks for at a time.
  private static let blockSize = 32768

  init(_ path: ConfinedPath) throws(LibAVError) {
    do {
      file = try path.open()
      identity = FileIdentity(try file.status())
    } catch {
      throw LibAVError(error, call: "open")
    }
    length = identity.size
    let buffer = av_malloc(FileInput.blockSize)
    context = avio_alloc_context(
      buffer, Int32(FileInput.blockSize), 0, Unmanaged.passUnretained(self).toOpaque(),
      { input, buffer, count in FileInput.of(input).read(buffer, Int(count)) }, nil,
      { input, offset, whence in FileInput.of(input).seek(offset, whence) })
    if context == nil {
      av_free(buffer)
      throw LibAVError(call: "avio_alloc_context", code: cff_error_no_memory)
    }
  }

  deinit {
    // Libavformat may have put a larger one in the place of the buffer.
    av_freep(&context!.pointee.buffer)
    avio_context_free(&context)
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
