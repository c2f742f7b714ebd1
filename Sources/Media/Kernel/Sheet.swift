import CFFmpeg
package import TimelineModel

/// A picture with alpha as kernels want it: the canvas's luma and chroma in limited range, with a chroma sample for each
/// pixel, every value multiplied by alpha, in steps of 1/256 of an eight-bit code.
package final class Sheet: Sendable {
  package let size: PixelSize
  /// Luma, two planes of chroma, and alpha, whose 255 stands for opaque.
  private let planes: [[UInt16]]

  /// Whatever comes as YUV of the canvas's own is taken as it is, since colours that lie outside RGB would be lost on the
  /// way. Other frames' channels are the canvas's already.
  package init(_ frame: VideoFrame, on canvas: ColorMeaning = .bt709) throws(LibAVError) {
    size = frame.size
    let hasCanvasColors = frame.color.matrix == canvas.facts.matrix && frame.color.isFullRange == false
    if frame.pixelFormat.hasPrefix("yuva"), hasCanvasColors {
      let isDeep = PixelFormatName.isDeep(frame.pixelFormat)
      let format = isDeep ? "yuva444p10le" : "yuva444p"
      let straight = frame.pixelFormat == format ? frame : try FrameConverter.convert(frame, to: format)
      planes =
        isDeep
        ? Sheet.planes(of: straight, UInt16.self, white: 1023) : Sheet.planes(of: straight, UInt8.self, white: 255)
    } else {
      let color = ColorFacts(matrix: "gbr", isFullRange: true)
      planes = Sheet.planes(
        ofChannels: frame.pixelFormat == "rgba64le"
          ? frame : try FrameConverter.convert(frame, to: "rgba64le", color: color),
        canvas.canvasLight.lumaWeights)
    }
  }

  private static func planes(ofChannels rgba: VideoFrame, _ weights: SIMD3<Float>) -> [[UInt16]] {
    let size = rgba.size
    var planes = Array(repeating: [UInt16](), count: 4)
    for index in planes.indices { planes[index].reserveCapacity(size.width * size.height) }
    rgba.withPlane(0) { bytes, stride in
      for y in 0..<size.height {
        let row = (bytes.baseAddress! + y * stride).assumingMemoryBound(to: UInt16.self)
        for x in 0..<size.width {
          let pixel = premultiplied(row[4 * x], row[4 * x + 1], row[4 * x + 2], row[4 * x + 3], weights)
          planes[0].append(pixel[0])
          planes[1].append(pixel[1])
          planes[2].append(pixel[2])
          planes[3].append(pixel[3])
        }
      }
    }
    return planes
  }

  /// Of straight samples, of which `white` is the largest.
  private static func planes<Sample: FixedWidthInteger>(
    of frame: VideoFrame, _: Sample.Type, white: UInt32
  ) -> [[UInt16]] {
    let (width, height) = (frame.size.width, frame.size.height)
    // 65280 stands for as much as 255 steps of eight bits.
    let unit = 65536 / (white + 1)
    return frame.withPlane(3) { opacities, opacityStride in
      (0..<4).map { plane in
        frame.withPlane(plane) { bytes, stride in
          [UInt16](unsafeUninitializedCapacity: width * height) { result, count in
            for y in 0..<height {
              let row = (bytes.baseAddress! + y * stride).assumingMemoryBound(to: Sample.self)
              let opacity = (opacities.baseAddress! + y * opacityStride).assumingMemoryBound(to: Sample.self)
              for x in 0..<width {
                // Alpha itself has no second alpha to be multiplied by.
                let code = plane == 3 ? 65280 : UInt32(row[x]) * unit
                result[y * width + x] = UInt16((code * UInt32(opacity[x]) + white / 2) / white)
              }
            }
            count = width * height
          }
        }
      }
    }
  }

  package init(_ color: Color, on canvas: ColorMeaning = .bt709) {
    size = PixelSize(width: 1, height: 1)
    let channels = color.channels(on: canvas)
    let pixel = Sheet.premultiplied(
      channels[0], channels[1], channels[2], channels[3], canvas.canvasLight.lumaWeights)
    planes = (0..<4).map { [pixel[$0]] }
  }

  /// Of straight channels that go to 65535.
  private static func premultiplied(
    _ red: UInt16, _ green: UInt16, _ blue: UInt16, _ alpha: UInt16, _ weights: SIMD3<Float>
  ) -> SIMD4<UInt16> {
    let (r, g, b) = (Float(red) / 65535, Float(green) / 65535, Float(blue) / 65535)
    let opacity = Float(alpha) / 65535
    let luma = weights.x * r + weights.y * g + weights.z * b
    let codes = SIMD4(
      16 + 219 * luma, 128 + 112 * (b - luma) / (1 - weights.z), 128 + 112 * (r - luma) / (1 - weights.x), 255)
    let scaled = codes * opacity * 256 + 0.5
    return SIMD4(UInt16(scaled[0]), UInt16(scaled[1]), UInt16(scaled[2]), UInt16(scaled[3]))
  }

  func withPlane<Result>(_ index: Int, _ body: (SamplePlane<UInt16>) -> Result) -> Result {
    planes[index].withUnsafeBufferPointer {
      body(
        SamplePlane(
          start: $0.baseAddress!, stride: size.width, width: size.width, height: size.height, stepX: 1, stepY: 1))
    }
  }
}
