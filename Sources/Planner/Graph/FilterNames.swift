extension PicturePlan {
  /// Every filter that some graph may be built of, so that a missing one is known before anything is rendered.
  package static let filterNames = [
    "alphamerge", "crop", "extractplanes", "format", "hflip", "lutyuv", "maskedmerge", "mergeplanes", "mix", "overlay",
    "pad",
    "perspective", "premultiply", "scale",
    "setrange", "settb",
    "split", "transpose", "vflip", "xfade",
  ]
}
