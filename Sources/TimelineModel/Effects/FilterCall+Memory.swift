extension FilterCall {
  /// Whether what it makes of a frame is known to depend on nothing but that frame.
  package var isMemoryless: Bool { FilterCall.memoryless.contains(name) && isConstant }

  /// Filters that make every frame of that frame alone, as long as none of their expressions counts frames or time.
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

  /// Whether what it makes of a sound is known to depend on no more than the last few seconds of it.
  package var forgetsSound: Bool { FilterCall.forgetful.contains(name) && isConstant && fadesSoon }

  /// Filters of sound that forget soon, as long as none of their expressions counts samples or time, and no number makes
  /// them ring on.
  package static let forgetful: Set<String> = [
    "acontrast", "adenorm", "aemphasis", "aeval", "afftdn", "allpass", "anlmdn",
    "asoftclip", "asubboost", "asubcut", "asupercut", "asuperpass", "asuperstop", "bandpass", "bandreject", "bass",
    "channelmap", "crossfeed", "crystalizer", "deesser", "dialoguenhance", "earwax", "equalizer", "extrastereo",
    "firequalizer", "haas", "highpass", "highshelf", "lowpass", "lowshelf", "pan", "stereotools", "stereowiden",
    "superequalizer", "tiltshelf", "treble", "virtualbass", "volume",
  ]
}

extension FilterCall {
  /// The expressions that a filter computes while it works.
  package struct Expressions: Sendable {
    /// The options that hold them, under each of their names.
    package var options: Set<String>
    /// The variables and functions of the filter's own that have the same value for every frame, or depend on nothing
    /// but the frame.
    package var constants: Set<String>
  }

  /// The expressions of filters that forget. Every other option of theirs is a number, a choice or a list of numbers.
  package static let expressions: [String: Expressions] = {
    let picture: Set = ["w", "h"]
    let sides: Set = ["in_w", "iw", "in_h", "ih", "out_w", "ow", "out_h", "oh"]
    let shape: Set = ["a", "sar", "dar", "hsub", "vsub"]
    let box = Expressions(
      options: ["x", "y", "w", "width", "h", "height", "t", "thickness"],
      constants: ["in_w", "iw", "in_h", "ih", "dar", "sar", "hsub", "vsub", "x", "y", "w", "h", "t", "fill"])
    let table = Expressions(
      options: ["c0", "c1", "c2", "c3", "y", "u", "v", "r", "g", "b", "a"],
      constants: picture.union([
        "val", "maxval", "minval", "negval", "clipval", "gammaval", "gammaval709",
      ]))
    return [
      "aeval": Expressions(options: ["exprs"], constants: ["val", "ch", "nb_in_channels", "nb_out_channels", "s"]),
      "boxblur": Expressions(
        options: ["luma_radius", "lr", "chroma_radius", "cr", "alpha_radius", "ar"],
        constants: picture.union(["cw", "ch", "hsub", "vsub"])),
      // Where it cuts may be said by where it cut last.
      "crop": Expressions(options: ["out_w", "w", "out_h", "h", "x", "y"], constants: sides.union(shape)),
      "dctdnoiz": Expressions(options: ["expr", "e"], constants: ["c"]),
      "drawbox": box, "drawgrid": box,
      "eq": Expressions(
        options: ["contrast", "brightness", "saturation", "gamma", "gamma_r", "gamma_g", "gamma_b", "gamma_weight"],
        constants: []),
      "firequalizer": Expressions(
        options: ["gain", "gain_entry"],
        constants: ["f", "sr", "ch", "chid", "chs", "chlayout", "gain_interpolate", "cubic_interpolate", "entry"]),
      "geq": Expressions(
        options: [
          "lum_expr", "lum", "cb_expr", "cb", "cr_expr", "cr", "alpha_expr", "a", "red_expr", "r", "green_expr", "g",
          "blue_expr", "b",
        ],
        constants: ["X", "Y", "W", "H", "SW", "SH", "p", "lum", "cb", "cr", "alpha", "r", "g", "b"]),
      "hue": Expressions(options: ["h", "s", "H", "b"], constants: []),
      "lut": table, "lutrgb": table, "lutyuv": table,
      "pad": Expressions(
        options: ["width", "w", "height", "h", "x", "y"], constants: sides.union(shape).union(["x", "y"])),
      "perspective": Expressions(options: ["x0", "y0", "x1", "y1", "x2", "y2", "x3", "y3"], constants: ["W", "H"]),
      "pseudocolor": Expressions(
        options: ["c0", "c1", "c2", "c3"],
        constants: picture.union([
          "val", "ymin", "umin", "vmin", "amin", "ymax", "umax", "vmax", "amax",
        ])),
      "rotate": Expressions(
        options: ["angle", "a", "out_w", "ow", "out_h", "oh"],
        constants: sides.union(["hsub", "vsub", "rotw", "roth"])),
      "scale": Expressions(
        options: ["w", "width", "h", "height"], constants: sides.union(shape).union(["ohsub", "ovsub"])),
      "swaprect": Expressions(
        options: ["w", "h", "x1", "y1", "x2", "y2"], constants: picture.union(["a", "sar", "dar"])),
      "volume": Expressions(options: ["volume"], constants: ["nb_channels", "sample_rate"]),
    ]
  }()

  /// The constants and functions of every expression that give the same for the same: neither time nor chance, nothing
  /// that is stored for the next frame.
  private static let functions: Set<String> = [
    "E", "PHI", "PI", "QP2LAMBDA", "abs", "acos", "asin", "atan", "atan2", "between", "bitand", "bitor", "ceil", "clip",
    "cos", "cosh", "eq", "exp", "floor", "gauss", "gcd", "gt", "gte", "hypot", "if", "ifnot", "isinf", "isnan", "lerp",
    "log", "lt", "lte", "max", "min", "mod", "not", "pow", "round", "sgn", "sin", "sinh", "sqrt", "squish", "tan",
    "tanh", "trunc",
  ]

  /// Whether none of its expressions is known to change from frame to frame.
  private var isConstant: Bool {
    let expressions = FilterCall.expressions[name]
    return options.allSatisfy { option in
      switch option.key {
      case FilterCall.enable:
        option.value.identifiers.allSatisfy { FilterCall.functions.contains($0) || $0 == "w" || $0 == "h" }
      case "eval": ["init", "once", "0"].contains(option.value)
      case _ where expressions?.options.contains(option.key) == true:
        option.value.identifiers.allSatisfy { name in
          FilterCall.functions.contains(name) || expressions?.constants.contains(name) == true
        }
      default: true
      }
    }
  }
}

extension String {
  /// The names in an expression. Letters behind a digit are a number's unit.
  fileprivate var identifiers: [String] {
    split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
      .filter { !($0.first!.isNumber || $0.first == ".") }.map(String.init)
  }
}
