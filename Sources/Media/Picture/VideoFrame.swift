import CFFmpeg
package import TimelineModel

/// One picture. Nothing changes it once it is made, which is why it may cross threads.
package final class VideoFrame: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVFrame>

  /// Takes over a frame that nothing else will change.
  init(adopting pointer: UnsafeMutablePointer<AVFrame>) { self.pointer = pointer }

  deinit { pointer.freeFrame() }

  package var size: PixelSize { PixelSize(width: Int(pointer.pointee.width), height: Int(pointer.pointee.height)) }

  /// libav's name, such as `yuv420p`.
  package var pixelFormat: String { PixelFormat.name(of: AVPixelFormat(pointer.pointee.format)) }

  package var color: ColorFacts {
    let frame = pointer.pointee
    return ColorFacts(
      matrix: frame.colorspace, range: frame.color_range, primaries: frame.color_primaries,
      transfer: frame.color_trc)
  }

  package var planeCount: Int { Int(av_pix_fmt_count_planes(AVPixelFormat(pointer.pointee.format))) }

  /// Lends the rows of a plane: its bytes from the first row on, and how many lie from one row to the next.
  package func withPlane<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer, _ stride: Int) throws -> Result)
    rethrows -> Result
  {
    let stride = Int(PixelFormat.stride(of: pointer, plane: index))
    let rows = PixelFormat.rows(of: pointer, plane: index)
    return try body(
      UnsafeRawBufferPointer(start: PixelFormat.data(of: pointer, plane: index), count: stride * rows), stride)
  }
}
