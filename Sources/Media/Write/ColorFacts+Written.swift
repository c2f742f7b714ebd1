import TimelineModel

extension ColorFacts {
  /// What the canvas's colours are in frames of a pixel format.
  func inFrames(of pixelFormat: String) -> ColorFacts {
    var result = self
    if PixelFormatName.isRGB(pixelFormat) {
      (result.matrix, result.isFullRange) = ("gbr", true)
    } else if PixelFormatName.isFullRange(pixelFormat) {
      result.isFullRange = true
    }
    return result
  }

  /// The same as an encoder has to write them: whoever reads JPEG takes it for BT.601 in full range, whatever it says.
  func written(by encoder: String, in pixelFormat: String) -> ColorFacts {
    var result = inFrames(of: pixelFormat)
    if encoder == "mjpeg" { (result.matrix, result.isFullRange) = ("bt470bg", true) }
    let isGray = ["gray", "ya"].contains(where: pixelFormat.hasPrefix)
    if isGray, ["png", "apng", "qtrle"].contains(encoder) { result.isFullRange = true }
    return result
  }
}
