import CFFmpeg
package import TimelineModel

/// Memory for frames of one size and pixel format that is used again, since fresh memory costs as much as drawing.
package final class FramePool {
  private let size: PixelSize
  private let format: AVPixelFormat
  private let color: ColorFacts
  private var pool: OpaquePointer?
  private static let alignment: Int32 = 64

  package init(size: PixelSize, pixelFormat: String, color: ColorFacts = .bt709) throws(LibAVError) {
    self.size = size
    self.color = color
    format = try PixelFormat.named(pixelFormat)
    let bytes = av_image_get_buffer_size(format, Int32(size.width), Int32(size.height), FramePool.alignment)
    try libav("av_image_get_buffer_size", bytes)
    guard let pool = av_buffer_pool_init(Int(bytes + FramePool.alignment), nil) else {
      throw LibAVError(call: "av_buffer_pool_init", code: cff_error_no_memory)
    }
    self.pool = pool
  }

  /// Frames that are still in use keep their memory.
  deinit { av_buffer_pool_uninit(&pool) }

  func frame() throws(LibAVError) -> VideoFrame {
    let frame = VideoFrame(adopting: try allocated("av_frame_alloc", av_frame_alloc()))
    let header = frame.pointer
    header.pointee.width = Int32(size.width)
    header.pointee.height = Int32(size.height)
    header.pointee.format = format.rawValue
    header.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    color.apply(to: header)
    let buffer = try allocated("av_buffer_pool_get", av_buffer_pool_get(pool))
    header.pointee.buf.0 = buffer
    header.pointee.extended_data = withUnsafeMutablePointer(to: &header.pointee.data) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
    }
    try libav(
      "av_image_fill_arrays",
      withUnsafeMutablePointer(to: &header.pointee.linesize) { strides in
        av_image_fill_arrays(
          header.pointee.extended_data, UnsafeMutableRawPointer(strides).assumingMemoryBound(to: Int32.self),
          buffer.pointee.data, format, Int32(size.width), Int32(size.height), FramePool.alignment)
      })
    return frame
  }
}
