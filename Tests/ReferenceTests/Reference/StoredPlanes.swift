import Media
import TimelineModel

/// The numbers of a planar YUV frame, on the scale of eight bits.
struct StoredPlanes {
  let frame: VideoFrame
  let hasAlpha: Bool
  private let isDeep: Bool
  private let chroma: (horizontal: Int, vertical: Int)

  init(_ frame: VideoFrame) {
    self.frame = frame
    let name = frame.pixelFormat
    hasAlpha = name.hasPrefix("yuva")
    isDeep = name.hasSuffix("10le")
    chroma = name.contains("420") ? (2, 2) : name.contains("422") ? (2, 1) : (1, 1)
    precondition(name.hasPrefix("yuv") && (isDeep || name.hasSuffix("p")), "no way to read \(name)")
  }

  func plane(_ index: Int, _ convert: (Double) -> Double) -> Plane {
    let isChroma = index == 1 || index == 2
    let (width, height) = (
      frame.size.width / (isChroma ? chroma.horizontal : 1), frame.size.height / (isChroma ? chroma.vertical : 1)
    )
    return frame.withPlane(index) { bytes, stride in
      Plane(width: width, height: height) { x, y in
        guard isDeep else { return convert(Double(bytes[y * stride + x])) }
        let (low, high) = (bytes[y * stride + 2 * x], bytes[y * stride + 2 * x + 1])
        return convert((Double(high) * 256 + Double(low)) / 4)
      }
    }
  }
}
