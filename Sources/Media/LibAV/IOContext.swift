import CFFmpeg

/// A context through which libavformat reads or writes bytes by functions of ours. Its memory is freed with it.
final class IOContext {
  typealias Transfer = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32
  typealias Seek = @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int64

  private(set) var pointer: UnsafeMutablePointer<AVIOContext>?

  /// As many bytes as libavformat's own protocol for files transfers at a time.
  private static let blockSize = 32768

  /// `owner` is what the functions get first. It has to live as long as the context.
  init(owner: AnyObject, read: Transfer? = nil, write: Transfer? = nil, seek: @escaping Seek) throws(LibAVError) {
    let buffer = av_malloc(IOContext.blockSize)
    pointer = avio_alloc_context(
      buffer, Int32(IOContext.blockSize), write == nil ? 0 : 1, Unmanaged.passUnretained(owner).toOpaque(),
      read, write, seek)
    guard buffer != nil, pointer != nil else {
      avio_context_free(&pointer)
      av_free(buffer)
      throw LibAVError(call: "avio_alloc_context", code: cff_error_no_memory)
    }
  }

  deinit {
    // Without it the initializer has freed the buffer.
    guard let pointer else { return }
    // Libavformat may have put a larger one in the place of the buffer.
    av_freep(&pointer.pointee.buffer)
    avio_context_free(&self.pointer)
  }
}
