/// A filter of libavfilter and the options that it is given.
package struct FilterCall: Hashable, Sendable, Codable {
  package var name: String
  package var options: [Option]

  package struct Option: Hashable, Sendable, Codable {
    package var key: String
    package var value: String
    package init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  package init(_ name: String, _ options: [Option] = []) {
    self.name = name
    self.options = options
  }
}

extension FilterCall: CustomStringConvertible {
  package var description: String { ([name] + options.map { "\($0.key)=\($0.value)" }).joined(separator: " ") }
}

extension FilterCall {
  /// The option that says when the filter is applied.
  package static let enable = "enable"

  /// The same, applied all the time.
  package var alwaysEnabled: FilterCall { FilterCall(name, options.filter { $0.key != FilterCall.enable }) }
}

extension FilterCall {
  /// True where what it makes of a frame is known to depend on nothing but that frame.
  package var isMemoryless: Bool {
    FilterCall.memoryless.contains(name) && !options.contains { $0.value.countsFrames }
  }

  /// Filters that make every frame of that frame alone, as long as none of their options counts frames or time.
  package static let memoryless: Set<String> = [
    "avgblur", "bilateral", "boxblur", "cas", "chromahold", "chromakey", "chromanr", "chromashift",
    "colorbalance", "colorchannelmixer", "colorcontrast", "colorcorrect", "colorhold", "colorize", "colorkey",
    "colorlevels", "colorspace", "colortemperature", "convolution", "crop", "curves", "dblur", "dctdnoiz", "deband",
    "deblock", "deflate", "despill", "dilation", "drawbox", "drawgrid", "edgedetect", "eq", "erosion", "exposure",
    "fillborders", "gblur", "geq", "gradfun", "grayworld", "greyedge", "hflip", "histeq", "hqx", "hsvhold", "hsvkey",
    "hue", "huesaturation", "inflate", "kirsch", "lenscorrection", "limiter", "lumakey", "lut", "lutrgb", "lutyuv",
    "maskfun", "median", "monochrome", "negate", "nlmeans", "null", "pad", "perspective", "pixelize", "prewitt",
    "pseudocolor", "removegrain", "rgbashift", "roberts", "rotate", "scale", "scharr", "selectivecolor", "shear",
    "shuffleplanes", "smartblur", "sobel", "super2xsai", "swaprect", "swapuv", "transpose", "unsharp", "vaguedenoiser",
    "vflip", "vibrance", "xbr", "yaepblur",
  ]
}

extension FilterCall {
  /// True where what the numbers of its pictures mean may be something else afterwards, of which it tells.
  package var changesMeaning: Bool {
    ["colorspace", "colormatrix", "format", "scale", "setparams", "setrange", "tonemap", "zscale"].contains(name)
  }
}

extension FilterCall {
  /// True where what it makes of a sound is known to depend on no more than the last few seconds of it.
  package var forgetsSound: Bool {
    FilterCall.forgetful.contains(name) && !options.contains { $0.value.countsFrames }
  }

  /// Filters of sound that forget soon, as long as none of their options counts samples or time.
  package static let forgetful: Set<String> = [
    "acontrast", "adeclick", "adeclip", "adenorm", "aemphasis", "aeval", "afftdn", "allpass", "anlmdn",
    "asoftclip", "asubboost", "asubcut", "asupercut", "asuperpass", "asuperstop", "bandpass", "bandreject", "bass",
    "channelmap", "crossfeed", "crystalizer", "deesser", "dialoguenhance", "earwax", "equalizer", "extrastereo",
    "firequalizer", "haas", "highpass", "highshelf", "lowpass", "lowshelf", "pan", "stereotools", "stereowiden",
    "superequalizer", "tiltshelf", "treble", "virtualbass", "volume",
  ]
}

extension String {
  /// True where one of its words is what expressions of filters call the time, the number of a frame or chance.
  fileprivate var countsFrames: Bool {
    split { !$0.isLetter && $0 != "_" }.contains { FilterCall.words.contains($0.lowercased()) }
  }
}

extension FilterCall {
  fileprivate static let words: Set<String> = [
    "t", "n", "pts", "pos", "random", "frame_num", "in_t", "ot", "pict_type", "st", "ld", "frame", "prev_t", "prev_n",
  ]
}
