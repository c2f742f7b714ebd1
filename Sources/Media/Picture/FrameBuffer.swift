import CFFmpeg
import TimelineModel

/// Makes frames with memory of their own.
enum FrameBuffer {
  static func allocate(size: PixelSize, format: AVPixelFormat, color: ColorFacts) throws(LibAVError) -> VideoFrame {
    let frame = VideoFrame(adopting: try allocated("av_frame_alloc", av_frame_alloc()))
    frame.pointer.pointee.width = Int32(size.width)
    frame.pointer.pointee.height = Int32(size.height)
    frame.pointer.pointee.format = format.rawValue
    frame.pointer.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    color.apply(to: frame.pointer)
    try libav("av_frame_get_buffer", av_frame_get_buffer(frame.pointer, 0))
    return frame
  }

  /// The same pixels under a second header, whose timestamp and tags may differ.
  static func reference(to frame: VideoFrame) throws(LibAVError) -> UnsafeMutablePointer<AVFrame> {
    guard let reference = av_frame_clone(frame.pointer) else {
      throw LibAVError(call: "av_frame_clone", code: cff_error_no_memory)
    }
    return reference
  }

  /// The frame with its first row first in memory; `vflip` only turns the order of reading round.
  static func topDown(_ frame: VideoFrame) throws(LibAVError) -> VideoFrame {
    guard (0..<frame.planeCount).contains(where: { PixelFormat.stride(of: frame.pointer, plane: $0) < 0 }) else {
      return frame
    }
    let format = AVPixelFormat(frame.pointer.pointee.format)
    let copy = try allocate(size: frame.size, format: format, color: frame.color)
    try libav("av_frame_copy", av_frame_copy(copy.pointer, frame.pointer))
    try libav("av_frame_copy_props", av_frame_copy_props(copy.pointer, frame.pointer))
    return copy
  }
}
