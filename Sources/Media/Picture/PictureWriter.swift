import CFFmpeg
import TimelineModel

/// Writes single pictures.
package enum PictureWriter {
  /// A PNG file of the frame: with alpha where its pixel format has it, eight bits a channel. HDR looks as it does on
  /// an ordinary canvas.
  package static func png(_ frame: VideoFrame) throws(LibAVError) -> [UInt8] {
    let frame = try frame.onOrdinaryDisplay()
    let hasAlpha = PixelFormat.hasAlpha(AVPixelFormat(frame.pointer.pointee.format))
    let format = hasAlpha ? "rgba" : "rgb24"
    let color = ColorFacts(matrix: "gbr", isFullRange: true)
    let rgb = try FrameConverter.convert(frame, to: format, color: color)
    let encoder = try VideoEncoder(
      VideoSettings(encoder: "png", pixelFormat: format), size: frame.size, rate: FrameRate(1), color: color)
    return try (encoder.encode(rgb, index: 0) + encoder.finish()).flatMap(\.bytes)
  }
}
