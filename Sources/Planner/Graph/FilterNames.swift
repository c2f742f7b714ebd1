extension PicturePlan {
  /// Every filter that some graph may be built of, so that a missing one is known before anything is rendered.
  package static let filterNames = [
    "alphamerge", "atadenoise", "bwdif", "chromakey", "colorchannelmixer", "convolution", "crop", "deshake",
    "extractplanes", "fillborders", "format", "gblur", "hflip", "lut", "lut2", "lut3d", "lutrgb", "lutyuv",
    "maskedmerge", "mergeplanes", "mix", "overlay", "pad", "perspective", "premultiply", "scale", "setparams",
    "setrange", "setsar", "settb", "split", "transpose", "unpremultiply", "vflip", "vignette", "xfade",
  ]
}
