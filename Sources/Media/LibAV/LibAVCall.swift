import CAssertion
import CFFmpeg

/// Calls of libav in which one of its assertions may fail, which would end the process. They return an error then.
enum LibAVCall {
  /// Returns what `av_read_frame` does.
  static func readFrame(_ context: UnsafeMutablePointer<AVFormatContext>, _ packet: UnsafeMutablePointer<AVPacket>) -> Int32 {
    let function: @convention(c) (UnsafeMutablePointer<AVFormatContext>?, UnsafeMutablePointer<AVPacket>?) -> Int32 =
      av_read_frame
    return guarded(unsafeBitCast(function, to: Guarded.self), context, packet)
  }

  /// Returns what `avformat_find_stream_info` does.
  static func findStreamInfo(
    _ context: UnsafeMutablePointer<AVFormatContext>?, _ options: UnsafeMutablePointer<OpaquePointer?>
  ) -> Int32 {
    let function:
      @convention(c) (UnsafeMutablePointer<AVFormatContext>?, UnsafeMutablePointer<OpaquePointer?>?) -> Int32 =
        avformat_find_stream_info
    return guarded(unsafeBitCast(function, to: Guarded.self), context, options)
  }

  private typealias Guarded = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32

  private static func guarded(_ function: Guarded, _ a: UnsafeMutableRawPointer?, _ b: UnsafeMutableRawPointer?) -> Int32 {
    cassertion_call(function, a, b, failedAssertion)
  }

  /// The error of a call in which an assertion failed: libav's own for a fault of itself.
  static let failedAssertion = cff_error_bug
}
