extension PicturePlan {
  /// Every filter that some graph may be built of, so that a missing one is known before anything is rendered.
  package static let filterNames = [
    "alphamerge", "crop", "format", "hflip", "lutyuv", "mix", "overlay", "pad", "perspective", "premultiply", "scale",
    "setrange",
    "split", "transpose", "vflip",
  ]
}
