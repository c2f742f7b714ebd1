import CFFmpeg
package import TimelineModel

extension VideoFrame {
  /// A frame of one colour. YUV formats get the canvas's colours in limited range.
  package static func solid(
    _ color: Color, size: PixelSize, pixelFormat: String, on canvas: ColorMeaning = .bt709
  ) throws(LibAVError) -> VideoFrame {
    let isRGB = PixelFormat.isRGB(try PixelFormat.named(pixelFormat))
    var channels = color.channels(on: canvas)
    // To libswscale the brightest of sixteen bits is 255 times 256 where it makes YUV of them.
    if !isRGB { for index in 0..<3 { channels[index] = UInt16((Int(channels[index]) * 65280 + 32767) / 65535) } }
    let rgba = canvas.isHDR ? try deep(channels, size: size) : try shallow(color, size: size)
    if pixelFormat == rgba.pixelFormat { return rgba }
    return try FrameConverter.convert(rgba, to: pixelFormat, color: isRGB ? rgba.color : canvas.facts)
  }

  private static func shallow(_ color: Color, size: PixelSize) throws(LibAVError) -> VideoFrame {
    let pixel = [color.red, color.green, color.blue, color.alpha]
    return try rgba([UInt8]((0..<size.width * size.height).flatMap { _ in pixel }), size: size)
  }

  /// With sixteen bits a channel.
  private static func deep(_ channels: [UInt16], size: PixelSize) throws(LibAVError) -> VideoFrame {
    let color = ColorFacts(matrix: "gbr", isFullRange: true)
    let frame = try FrameBuffer.allocate(size: size, format: AV_PIX_FMT_RGBA64LE, color: color)
    for y in 0..<size.height {
      let row = frame.row(y, 0)
      for x in 0..<size.width * 4 { row[x] = channels[x % 4] }
    }
    return frame
  }

  /// A frame of one plane of bytes from black to white, from what `byte` gives for every pixel, row after row.
  static func gray(size: PixelSize, _ byte: (Int) -> UInt8) throws(LibAVError) -> VideoFrame {
    let frame = try FrameBuffer.allocate(size: size, format: AV_PIX_FMT_GRAY8, color: ColorFacts(isFullRange: true))
    let stride = Int(PixelFormat.stride(of: frame.pointer, plane: 0))
    let plane = PixelFormat.data(of: frame.pointer, plane: 0)!
    for y in 0..<size.height { for x in 0..<size.width { plane[y * stride + x] = byte(y * size.width + x) } }
    return frame
  }

  /// A frame from rows of red, green, blue and alpha bytes without padding.
  package static func rgba(_ bytes: [UInt8], size: PixelSize) throws(LibAVError) -> VideoFrame {
    precondition(bytes.count == size.width * size.height * 4)
    let color = ColorFacts(matrix: "gbr", isFullRange: true, primaries: "bt709", transfer: "iec61966-2-1")
    let frame = try FrameBuffer.allocate(size: size, format: AV_PIX_FMT_RGBA, color: color)
    let stride = Int(PixelFormat.stride(of: frame.pointer, plane: 0))
    bytes.withUnsafeBufferPointer { source in
      for row in 0..<size.height {
        (PixelFormat.data(of: frame.pointer, plane: 0)! + row * stride)
          .update(from: source.baseAddress! + row * size.width * 4, count: size.width * 4)
      }
    }
    return frame
  }
}
