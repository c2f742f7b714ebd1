import TimelineModel

extension ColorFacts {
  /// The options that tell `scale` how to read pictures with these facts.
  func scaleOptions(pixelFormat: String, height: Int) -> [Filter.Option] {
    if PixelFormatName.isRGB(pixelFormat) { return [] }
    let known = resolved(pixelFormat: pixelFormat, height: height)
    return [
      Filter.Option("in_color_matrix", known.scaleMatrix),
      Filter.Option("in_range", known.isFullRange == true ? "pc" : "tv"),
    ]
  }

  /// True where a YUV picture's numbers mean the same on a canvas of `other`, but for the light that they stand for.
  func matches(_ other: ColorFacts, pixelFormat: String, height: Int) -> Bool {
    let known = resolved(pixelFormat: pixelFormat, height: height)
    return known.scaleMatrix == other.scaleMatrix && known.isFullRange == other.isFullRange
  }

  /// The matrix in the names of `scale`.
  var scaleMatrix: String {
    switch matrix {
    case "bt470bg", "smpte170m": "bt601"
    case "fcc": "fcc"
    case "smpte240m": "smpte240m"
    case let name? where name.hasPrefix("bt2020"): "bt2020"
    default: "bt709"
    }
  }
}
