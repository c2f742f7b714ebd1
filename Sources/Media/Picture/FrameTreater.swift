import CFFmpeg
package import TimelineModel

/// Makes frames mean what the canvas's pixels mean: one moment each, straight alpha, the canvas's light.
package final class FrameTreater {
  private let treatment: FrameTreatment
  private let mapper: LightMapper?

  package init(_ treatment: FrameTreatment) {
    self.treatment = treatment
    mapper = treatment.light.map(LightMapper.init)
  }

  /// `frames` are consecutive ones of a stream; the one that is treated is `frames[index]`, and the others are looked
  /// at where its fields have to be filled in. Of two fields it gives the earlier, unless it is asked for the later.
  package func treat(
    _ index: Int, of frames: [VideoFrame], isLaterField: Bool = false
  ) throws(LibAVError) -> VideoFrame {
    var frame = frames[index]
    if treatment.fields != .progressive {
      frame = try Deinterlacer.frame(index, of: frames, fields: treatment.fields, isLater: isLaterField)
    }
    if treatment.isLimitedGray { frame = try FrameTreater.withChroma(frame) }
    let hasAlpha = PixelFormat.hasAlpha(AVPixelFormat(frame.pointer.pointee.format))
    let format = treatment.pixelFormat(of: frame.pixelFormat, hasAlpha: hasAlpha)
    guard format != frame.pixelFormat || treatment.light != nil || format == "rgba64le" else { return frame }
    let rgb = ColorFacts(matrix: "gbr", isFullRange: true)
    let source = try FrameConverter.convert(frame, to: hasAlpha ? "rgba64le" : "rgb48le", color: rgb)
    return try hasAlpha ? withAlpha(source) : opaque(source)
  }

  /// The same luma beside chroma that is grey.
  private static func withChroma(_ gray: VideoFrame) throws(LibAVError) -> VideoFrame {
    var color = gray.color
    color.isFullRange = false
    let result = try FrameBuffer.allocate(size: gray.size, format: AV_PIX_FMT_YUV420P, color: color)
    for plane in 0..<3 {
      let stride = Int(PixelFormat.stride(of: result.pointer, plane: plane))
      guard let to = PixelFormat.data(of: result.pointer, plane: plane) else { continue }
      for row in 0..<PixelFormat.rows(of: result.pointer, plane: plane) {
        let target = to + row * stride
        if plane == 0, let from = PixelFormat.data(of: gray.pointer, plane: 0) {
          target.update(from: from + row * Int(PixelFormat.stride(of: gray.pointer, plane: 0)), count: gray.size.width)
        } else {
          target.update(repeating: 128, count: stride)
        }
      }
    }
    return result
  }

  private func withAlpha(_ source: VideoFrame) throws(LibAVError) -> VideoFrame {
    let result = try FrameBuffer.allocate(size: source.size, format: AV_PIX_FMT_RGBA64LE, color: source.color)
    for y in 0..<source.size.height {
      let (from, to) = (source.row(y, 0), result.row(y, 0))
      for x in 0..<source.size.width {
        let alpha = from[4 * x + 3]
        var color = (from[4 * x], from[4 * x + 1], from[4 * x + 2])
        if treatment.alphaForm == .premultiplied {
          color = (color.0.divided(by: alpha), color.1.divided(by: alpha), color.2.divided(by: alpha))
        }
        if let mapper {
          let mapped = mapper.map(color.0, color.1, color.2) * 65535 + 0.5
          color = (UInt16(mapped.x), UInt16(mapped.y), UInt16(mapped.z))
        }
        (to[4 * x], to[4 * x + 1], to[4 * x + 2], to[4 * x + 3]) = (color.0, color.1, color.2, alpha)
      }
    }
    return result
  }

  /// In limited range, with ten bits and a chroma sample for every pixel.
  private func opaque(_ source: VideoFrame) throws(LibAVError) -> VideoFrame {
    guard let mapper, let light = treatment.light else { return source }
    let result = try FrameBuffer.allocate(size: source.size, format: AV_PIX_FMT_YUV444P10LE, color: light.targetFacts)
    let weights = light.target.lumaWeights
    let (blue, red) = (Float(896) / (2 * (1 - weights.z)), Float(896) / (2 * (1 - weights.x)))
    for y in 0..<source.size.height {
      let from = source.row(y, 0)
      let to = (result.row(y, 0), result.row(y, 1), result.row(y, 2))
      for x in 0..<source.size.width {
        let color = mapper.map(from[3 * x], from[3 * x + 1], from[3 * x + 2])
        let luma = (color * weights).sum()
        to.0[x] = UInt16(64.5 + 876 * luma)
        to.1[x] = UInt16(512.5 + (color.z - luma) * blue)
        to.2[x] = UInt16(512.5 + (color.x - luma) * red)
      }
    }
    return result
  }
}

extension VideoFrame {
  /// A row of a plane of two-byte samples.
  func row(_ y: Int, _ plane: Int) -> UnsafeMutablePointer<UInt16> {
    let stride = Int(PixelFormat.stride(of: pointer, plane: plane))
    return UnsafeMutableRawPointer(PixelFormat.data(of: pointer, plane: plane)! + y * stride)
      .assumingMemoryBound(to: UInt16.self)
  }
}

extension UInt16 {
  /// Of a channel that is multiplied by `alpha`, what it was before. More than alpha cannot be.
  fileprivate func divided(by alpha: UInt16) -> UInt16 {
    guard self < alpha else { return alpha == 0 ? 0 : .max }
    return UInt16((UInt32(self) * 65535 + UInt32(alpha) / 2) / UInt32(alpha))
  }
}
