package import TimelineModel

/// What finished frames look like: their size, which may be a fraction of the canvas's, their pixel format, and what
/// their numbers mean.
///
/// Everything is composed at this size at once, so that no picture is resampled twice; all coordinates of the
/// composition stay in canvas pixels. Colours are in limited range.
package struct RenderTarget: Hashable, Sendable {
  package let canvas: PixelSize
  package let size: PixelSize
  package let pixelFormat: String
  package let color: ColorMeaning

  package init(canvas: PixelSize, size: PixelSize, pixelFormat: String, color: ColorMeaning = .bt709) {
    self.canvas = canvas
    self.size = size
    self.pixelFormat = pixelFormat
    self.color = color
  }

  /// The canvas scaled by `scale` and then down to the settings' maximum; even where chroma is subsampled.
  package init(_ canvas: Canvas, settings: VideoSettings, scale: Rational = .one) {
    let own = canvas.size
    var factor = scale
    if let maximum = settings.maximumSize {
      factor = min(factor, Rational(maximum.width, over: own.width), Rational(maximum.height, over: own.height))
    }
    self.init(
      canvas: own, size: RenderTarget.size(of: own, by: factor, in: settings.pixelFormat, within: settings.maximumSize),
      pixelFormat: settings.pixelFormat, color: canvas.color)
  }

  /// The nearest whole number of chroma samples that fits, and at least one.
  private static func size(
    of canvas: PixelSize, by factor: Rational, in pixelFormat: String, within maximum: PixelSize? = nil
  ) -> PixelSize {
    let chroma = ChromaSubsampling(pixelFormat: pixelFormat)
    func length(_ canvasLength: Int, _ step: Int, _ most: Int?) -> Int {
      let steps = (Rational(canvasLength) * factor / Rational(step)).rounded ?? 1
      return max(1, min(Int(steps), most.map { $0 / step } ?? .max)) * step
    }
    return PixelSize(
      width: length(canvas.width, chroma.horizontal, maximum?.width),
      height: length(canvas.height, chroma.vertical, maximum?.height))
  }

  /// From canvas pixels to pixels of the finished frame.
  var fromCanvas: AffineTransform {
    .scale(Double(size.width) / Double(canvas.width), Double(size.height) / Double(canvas.height))
  }

  var isHDR: Bool { color.isHDR }

  /// True where finished frames keep how transparent a background of this colour is.
  func keepsAlpha(of background: Color) -> Bool { PixelFormatName.hasAlpha(pixelFormat) && !background.isOpaque }

  /// The same as large as the canvas.
  var unscaled: RenderTarget { sized(RenderTarget.size(of: canvas, by: .one, in: pixelFormat)) }

  func sized(_ size: PixelSize) -> RenderTarget {
    RenderTarget(canvas: canvas, size: size, pixelFormat: pixelFormat, color: color)
  }

  /// The same without alpha, and with a chroma sample for every pixel.
  var opaque: RenderTarget { RenderTarget(canvas: canvas, size: size, pixelFormat: "yuv444p", color: color) }

  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }
}

extension Rational {
  fileprivate init(_ numerator: Int, over denominator: Int) { self.init(Int64(numerator), Int64(denominator)) }
}
