import Media
import TimelineModel

/// A picture in the canvas's numbers: BT.709, gamma-encoded, luma from 0 to 1 and chroma about 0, all multiplied by
/// alpha. Chroma may have fewer samples than luma.
struct Picture: Sendable {
  var luma: Plane
  var blue: Plane
  var red: Plane
  var alpha: Plane

  /// One colour all over.
  init(_ color: Color) {
    let pixel = Pixel(color)
    func plane(_ value: Double) -> Plane { Plane(width: 1, height: 1) { _, _ in value } }
    (luma, blue, red, alpha) = (plane(pixel.x), plane(pixel.y), plane(pixel.z), plane(pixel.w))
  }

  /// Rows of red, green, blue and alpha bytes; `isPremultiplied` says whether colours are multiplied by alpha already.
  init(rgba: [UInt8], size: PixelSize, isPremultiplied: Bool) {
    let pixels = (0..<size.width * size.height).map { index -> Pixel in
      let bytes = (0..<4).map { Double(rgba[index * 4 + $0]) / 255 }
      let factor = isPremultiplied ? 1 : bytes[3]
      var pixel = Pixel(red: bytes[0], green: bytes[1], blue: bytes[2]) * factor
      pixel.w = bytes[3]
      return pixel
    }
    self.init(width: size.width, height: size.height) { pixels[$1 * size.width + $0] }
  }

  init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel) {
    luma = Plane(width: width, height: height) { pixel($0, $1).x }
    blue = Plane(width: width, height: height) { pixel($0, $1).y }
    red = Plane(width: width, height: height) { pixel($0, $1).z }
    alpha = Plane(width: width, height: height) { pixel($0, $1).w }
  }
}

// MARK: Stored frames

extension Picture {
  /// A stored picture, whose numbers mean what `color` says.
  init(_ frame: VideoFrame, color: ColorFacts) {
    self = frame.pixelFormat == "rgba" ? Picture(rgba: frame) : Picture(yuv: frame, color: color)
  }

  private init(rgba frame: VideoFrame) {
    let size = frame.size
    let bytes = frame.withPlane(0) { bytes, stride in
      (0..<size.height).flatMap { y in bytes[y * stride..<y * stride + size.width * 4] }
    }
    self.init(rgba: bytes, size: size, isPremultiplied: false)
  }

  private init(yuv frame: VideoFrame, color: ColorFacts) {
    let isFull = color.isFullRange ?? false
    let stored = StoredPlanes(frame)
    let (floor, lumaRange) = isFull ? (0.0, 255.0) : (16, 219)
    let chromaRange = isFull ? 255.0 : 224
    luma = stored.plane(0) { ($0 - floor) / lumaRange }
    blue = stored.plane(1) { ($0 - 128) / chromaRange }
    red = stored.plane(2) { ($0 - 128) / chromaRange }
    alpha = stored.hasAlpha ? stored.plane(3) { $0 / 255 } : Plane(width: 1, height: 1) { _, _ in 1 }
    if color.matrix == "smpte170m" || color.matrix == "bt470bg" {
      convert(red: 0.299, blue: 0.114) { $0 }
    } else if let light = HighDynamicRange(color) {
      convert(red: 0.2627, blue: 0.0593, light.mapped)
    }
    if stored.hasAlpha { multiplyByAlpha() }
  }

  /// From numbers whose luma holds so much of red and of blue, the colours changed on the way.
  private mutating func convert(red: Double, blue: Double, _ change: (SIMD3<Double>) -> SIMD3<Double>) {
    let (width, height) = (luma.width, luma.height)
    let (y, b, r) = (
      luma, self.blue.resampled(width: width, height: height), self.red.resampled(width: width, height: height)
    )
    let alpha = alpha
    self = Picture(width: width, height: height) { column, row in
      let luma = y[column, row]
      let (reds, blues) = (luma + 2 * (1 - red) * r[column, row], luma + 2 * (1 - blue) * b[column, row])
      let colors = change(SIMD3(reds, (luma - red * reds - blue * blues) / (1 - red - blue), blues))
      return Pixel(red: colors.x, green: colors.y, blue: colors.z)
    }
    self.alpha = alpha
  }

  private mutating func multiplyByAlpha() {
    for index in alpha.samples.indices {
      luma.samples[index] *= alpha.samples[index]
      blue.samples[index] *= alpha.samples[index]
      red.samples[index] *= alpha.samples[index]
    }
  }
}

/// Luma, blue, red and alpha.
typealias Pixel = SIMD4<Double>

extension Pixel {
  /// From gamma-encoded components between 0 and 1.
  init(red: Double, green: Double, blue: Double) {
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    self.init(luma, (blue - luma) / 1.8556, (red - luma) / 1.5748, 1)
  }

  init(_ color: Color) {
    self.init(red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255)
    self *= Double(color.alpha) / 255
  }
}
