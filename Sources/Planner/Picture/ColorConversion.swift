import TimelineModel

extension ColorFacts {
  /// The options that tell `scale` how to read pictures with these facts.
  func scaleOptions(pixelFormat: String, height: Int) -> [Filter.Option] {
    if PixelFormatName.isRGB(pixelFormat) { return [] }
    return [
      Filter.Option("in_color_matrix", scaleMatrix(height: height)),
      Filter.Option("in_range", readsFullRange(pixelFormat) ? "pc" : "tv"),
    ]
  }

  /// True where a YUV picture's numbers mean the same on the canvas.
  func matchesCanvas(pixelFormat: String, height: Int) -> Bool {
    scaleMatrix(height: height) == "bt709" && !readsFullRange(pixelFormat)
  }

  private func readsFullRange(_ pixelFormat: String) -> Bool { isFullRange ?? false || pixelFormat.hasPrefix("yuvj") }

  /// In the names of `scale`. Pictures that do not say are taken for what their height makes likely: television of
  /// standard or of high definition.
  private func scaleMatrix(height: Int) -> String {
    switch matrix {
    case "bt709": "bt709"
    case "bt470bg", "smpte170m": "bt601"
    case "fcc": "fcc"
    case "smpte240m": "smpte240m"
    case let name? where name.hasPrefix("bt2020"): "bt2020"
    default: height <= 576 ? "bt601" : "bt709"
    }
  }
}
