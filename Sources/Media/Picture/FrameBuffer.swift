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

  /// Whether pixels of a format can be put beside one another.
  static func canCenter(_ pixelFormat: String) -> Bool {
    guard let descriptor = av_pix_fmt_desc_get(av_get_pix_fmt(pixelFormat)) else { return false }
    return descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_PAL) == 0
  }

  /// The frame in the middle of a larger one, between black bars, or clear ones if it has alpha. Offsets have to be whole
  /// pairs of pixels.
  static func centered(_ frame: VideoFrame, in size: PixelSize) throws(LibAVError) -> VideoFrame {
    let format = AVPixelFormat(frame.pointer.pointee.format)
    let result = try allocate(size: size, format: format, color: frame.color)
    try libav("av_frame_copy_props", av_frame_copy_props(result.pointer, frame.pointer))
    try fillBlack(result, format)
    guard let descriptor = av_pix_fmt_desc_get(format)?.pointee else { return result }
    let (left, top) = ((size.width - frame.size.width) / 2, (size.height - frame.size.height) / 2)
    for plane in 0..<frame.planeCount {
      let isChroma = plane == 1 || plane == 2
      let (x, y) = (
        left >> (isChroma ? Int(descriptor.log2_chroma_w) : 0), top >> (isChroma ? Int(descriptor.log2_chroma_h) : 0)
      )
      guard let from = PixelFormat.data(of: frame.pointer, plane: plane),
        let to = PixelFormat.data(of: result.pointer, plane: plane)
      else { continue }
      let stride = PixelFormat.stride(of: result.pointer, plane: plane)
      av_image_copy_plane(
        to + y * Int(stride) + x * PixelFormat.step(of: format, plane: plane), stride, from,
        PixelFormat.stride(of: frame.pointer, plane: plane),
        av_image_get_linesize(format, Int32(frame.size.width), Int32(plane)),
        Int32(PixelFormat.rows(of: frame.pointer, plane: plane)))
    }
    return result
  }

  private static func fillBlack(_ frame: VideoFrame, _ format: AVPixelFormat) throws(LibAVError) {
    let (count, hasAlpha) = (frame.planeCount, PixelFormat.hasAlpha(format))
    var planes = (0..<4).map { $0 < count ? PixelFormat.data(of: frame.pointer, plane: $0) : nil }
    let strides = (0..<4).map { $0 < count ? Int(PixelFormat.stride(of: frame.pointer, plane: $0)) : 0 }
    if !hasAlpha || count > 1 {
      try libav(
        "av_image_fill_black",
        av_image_fill_black(
          &planes, strides, format, frame.pointer.pointee.color_range, frame.pointer.pointee.width,
          frame.pointer.pointee.height))
    }
    guard hasAlpha else { return }
    planes[count - 1]?.update(repeating: 0, count: strides[count - 1] * frame.size.height)
  }
}
