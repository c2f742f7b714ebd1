import CFFmpeg
package import TimelineModel

/// Takes pictures from one size and pixel format to another with libswscale, rounding accurately and heeding the
/// matrix and range that each side names.
package enum FrameConverter {
  /// `color` is what the result's numbers mean; nil keeps the frame's own, and BT.709 in limited range stands in for
  /// what a YUV side leaves unsaid.
  package static func convert(
    _ frame: VideoFrame, to pixelFormat: String, size: PixelSize? = nil, color: ColorFacts? = nil
  ) throws(LibAVError) -> VideoFrame {
    let (size, color) = (size ?? frame.size, color ?? frame.color)
    var result = frame
    if ChromaSubsampling(pixelFormat: frame.pixelFormat).vertical > 1, let planar = planarFormats[pixelFormat] {
      result = try scale(result, to: planar, size, color)
    }
    result = try scale(result, to: pixelFormat, size, color)
    if ["rgb48le", "rgba64le"].contains(pixelFormat) { widen(result, from: frame.pointer) }
    return result
  }

  /// Planes to go through where rows share chroma: on the way to pixels with all samples side by side, libswscale would
  /// read that at the wrong height.
  private static let planarFormats = [
    "rgb24": "gbrp", "rgba": "gbrap", "rgb48le": "gbrp16le", "rgba64le": "gbrap16le",
  ]

  private static func scale(
    _ frame: VideoFrame, to pixelFormat: String, _ size: PixelSize, _ color: ColorFacts
  ) throws(LibAVError) -> VideoFrame {
    let source = frame.pointer
    let result = try FrameBuffer.allocate(size: size, format: PixelFormat.named(pixelFormat), color: color)
    let destination = result.pointer
    // `bicubic` would overshoot at hard edges.
    let scaler = sws_getContext(
      source.pointee.width, source.pointee.height, AVPixelFormat(source.pointee.format), destination.pointee.width,
      destination.pointee.height, AVPixelFormat(destination.pointee.format),
      SWS_AREA | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP | SWS_BITEXACT, nil, nil, nil)
    guard let scaler else {
      throw LibAVError(
        call: "sws_getContext", code: cff_error_invalid_argument,
        text: "cannot convert \(frame.pixelFormat) to \(pixelFormat)")
    }
    defer { sws_freeContext(scaler) }
    sws_setColorspaceDetails(
      scaler, sws_getCoefficients(coefficients(of: source)), range(of: source),
      sws_getCoefficients(coefficients(of: destination)), range(of: destination), 0, 1 << 16, 1 << 16)
    try libav("sws_scale_frame", sws_scale_frame(scaler, destination, source))
    return result
  }

  /// libswscale makes sixteen bits of fewer with zeros behind them, so that white is darker than white and what is
  /// opaque is not. The digits are repeated instead.
  private static func widen(_ frame: VideoFrame, from source: UnsafeMutablePointer<AVFrame>) {
    let format = AVPixelFormat(source.pointee.format)
    let depth = PixelFormat.depth(of: format)
    let isRGB = PixelFormat.isRGB(format) || format == AV_PIX_FMT_PAL8
    guard depth < 16, !isRGB || depth == 8 else { return }
    let colorBits = isRGB || range(of: source) == 0 ? 8 : depth
    let alphaBits = isRGB && PixelFormat.isPacked(format) ? 14 : depth
    let channels = frame.pixelFormat == "rgba64le" ? 4 : 3
    for y in 0..<frame.size.height {
      let row = frame.row(y, 0)
      for index in 0..<frame.size.width * channels {
        let value = UInt32(row[index])
        row[index] = UInt16(
          min(value + value >> UInt32(index % 4 == 3 && channels == 4 ? alphaBits : colorBits), 65535))
      }
    }
  }

  private static func coefficients(of frame: UnsafeMutablePointer<AVFrame>) -> Int32 {
    switch frame.pointee.colorspace {
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: SWS_CS_ITU601
    case AVCOL_SPC_FCC: SWS_CS_FCC
    case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
    default: SWS_CS_ITU709
    }
  }

  private static func range(of frame: UnsafeMutablePointer<AVFrame>) -> Int32 {
    let format = AVPixelFormat(frame.pointee.format)
    if PixelFormat.isRGB(format) || PixelFormatName.isFullRange(PixelFormat.name(of: format)) { return 1 }
    return frame.pointee.color_range == AVCOL_RANGE_JPEG ? 1 : 0
  }
}
