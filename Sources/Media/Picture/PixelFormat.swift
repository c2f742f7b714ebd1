import CFFmpeg
import TimelineModel

/// What libav knows about pixel formats, by their names.
enum PixelFormat {
  static func name(of format: AVPixelFormat) -> String {
    av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "none"
  }

  static func named(_ name: String) throws(LibAVError) -> AVPixelFormat {
    let format = av_get_pix_fmt(name)
    guard format != AV_PIX_FMT_NONE else {
      throw LibAVError(
        call: "av_get_pix_fmt", code: cff_error_invalid_argument, text: "no pixel format is called \(name)")
    }
    return format
  }

  static func hasAlpha(_ format: AVPixelFormat) -> Bool {
    guard let descriptor = av_pix_fmt_desc_get(format) else { return false }
    return descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
  }

  static func isRGB(_ format: AVPixelFormat) -> Bool {
    guard let descriptor = av_pix_fmt_desc_get(format) else { return false }
    return descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
  }

  /// Bits of a sample.
  static func depth(of format: AVPixelFormat) -> Int {
    av_pix_fmt_desc_get(format).map { Int($0.pointee.comp.0.depth) } ?? 8
  }

  /// True where all of a pixel's samples lie side by side.
  static func isPacked(_ format: AVPixelFormat) -> Bool { av_pix_fmt_count_planes(format) == 1 }

  static func stride(of frame: UnsafeMutablePointer<AVFrame>, plane: Int) -> Int32 {
    withUnsafeBytes(of: &frame.pointee.linesize) { $0.bindMemory(to: Int32.self)[plane] }
  }

  static func data(of frame: UnsafeMutablePointer<AVFrame>, plane: Int) -> UnsafeMutablePointer<UInt8>? {
    withUnsafeBytes(of: &frame.pointee.data) { $0.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)[plane] }
  }

  /// Bytes from one sample of a plane to the next.
  static func step(of format: AVPixelFormat, plane: Int) -> Int {
    guard let descriptor = av_pix_fmt_desc_get(format)?.pointee else { return 1 }
    let parts = [descriptor.comp.0, descriptor.comp.1, descriptor.comp.2, descriptor.comp.3]
    return parts.prefix(Int(descriptor.nb_components)).first { $0.plane == plane }.map { Int($0.step) } ?? 1
  }

  /// The chroma planes of subsampled formats, the second and third, have fewer rows.
  static func rows(of frame: UnsafeMutablePointer<AVFrame>, plane: Int) -> Int {
    let height = Int(frame.pointee.height)
    guard plane == 1 || plane == 2, let descriptor = av_pix_fmt_desc_get(AVPixelFormat(frame.pointee.format)) else {
      return height
    }
    let shift = Int(descriptor.pointee.log2_chroma_h)
    return (height + (1 << shift) - 1) >> shift
  }
}
