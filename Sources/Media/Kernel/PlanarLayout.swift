import CFFmpeg

/// How a planar YUV format, the only kind that kernels read and write, lays its samples out.
struct PlanarLayout: Hashable {
  /// Bits of a sample: 8, or more in two bytes.
  var depth: Int
  /// Pixels for each chroma sample.
  var chromaStepX: Int
  var chromaStepY: Int

  init(_ format: AVPixelFormat) throws(LibAVError) {
    let flags = av_pix_fmt_desc_get(format)?.pointee.flags ?? 0
    guard let descriptor = av_pix_fmt_desc_get(format)?.pointee, descriptor.nb_components == 3,
      flags & UInt64(AV_PIX_FMT_FLAG_PLANAR) != 0, flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_BE) == 0,
      descriptor.comp.0.shift == 0, av_pix_fmt_count_planes(format) == 3
    else {
      throw LibAVError(
        call: "draw", code: cff_error_invalid_argument, text: "cannot draw with \(PixelFormat.name(of: format))")
    }
    depth = Int(descriptor.comp.0.depth)
    chromaStepX = 1 << Int(descriptor.log2_chroma_w)
    chromaStepY = 1 << Int(descriptor.log2_chroma_h)
  }

  func stepX(_ plane: Int) -> Int { plane == 0 ? 1 : chromaStepX }
  func stepY(_ plane: Int) -> Int { plane == 0 ? 1 : chromaStepY }
}
