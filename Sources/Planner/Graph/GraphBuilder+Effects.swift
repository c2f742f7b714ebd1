import Foundation
import TimelineModel

extension GraphBuilder {
  /// Takes an upright picture through effects. What comes out is in the canvas's colours, with alpha if it is not
  /// opaque.
  mutating func change(_ stream: Stream, isOpaque: Bool, by effects: [EffectSetting]) -> Stream {
    var (result, isOpaque) = (stream, isOpaque)
    // A table may make much of little, so what comes before it is reckoned with more than eight bits.
    if effects.dropFirst().contains(where: { $0.kind == .lut }) { result = deep(planar(stream, isOpaque), isOpaque) }
    for effect in effects {
      result = change(result, isOpaque, by: effect)
      isOpaque = isOpaque && !effect.givesAlpha
    }
    return result
  }

  private mutating func change(_ stream: Stream, _ isOpaque: Bool, by effect: EffectSetting) -> Stream {
    switch effect.kind {
    case .exposure: multiply(planar(stream, isOpaque), by: pow(2, effect.amount / displayGamma), about: 0)
    case .contrast: multiply(planar(stream, isOpaque), by: effect.amount, about: 0.5)
    case .saturation: saturate(planar(stream, isOpaque), effect.amount)
    case .temperature: balance(rgb(stream, isOpaque), effect.amount)
    case .blur: blur(planar(stream, isOpaque, fullChroma: true), isOpaque, effect.amount)
    case .sharpen: sharpen(planar(stream, isOpaque), effect.amount)
    case .vignette: vignette(stream, isOpaque, effect.amount)
    case .lut: lookUp(stream, isOpaque, effect)
    case .chromaKey: key(stream, isOpaque, effect)
    case .denoise: denoise(planar(stream, isOpaque), effect.amount)
    case .deinterlace: deinterlace(planar(stream, isOpaque), effect)
    case .stabilise: stabilise(planar(stream, isOpaque), isOpaque, effect.amount)
    case .filter: call(stream, isOpaque, effect)
    }
  }

  /// The display's, which turns coded numbers into light: BT.1886.
  private var displayGamma: Double { 2.4 }
}

// MARK: Formats

extension GraphBuilder {
  /// Planar YUV of the canvas's colours.
  private mutating func planar(_ stream: Stream, _ isOpaque: Bool, fullChroma: Bool = false) -> Stream {
    let name = stream.pixelFormat
    let family =
      fullChroma || PixelFormatName.isRGB(name) || name.hasPrefix("gray")
      ? "444" : ChromaSubsampling(pixelFormat: name).family
    let format = "yuv\(isOpaque ? "" : "a")\(family)p\(PixelFormatName.isDeep(name) ? "10le" : "")"
    return scale(stream, to: stream.size, pixelFormat: format)
  }

  /// With ten bits a sample.
  private mutating func deep(_ stream: Stream, _ isOpaque: Bool) -> Stream {
    let family = ChromaSubsampling(pixelFormat: stream.pixelFormat).family
    return scale(stream, to: stream.size, pixelFormat: "yuv\(isOpaque ? "" : "a")\(family)p10le")
  }

  private mutating func rgb(_ stream: Stream, _ isOpaque: Bool, depth: String? = nil) -> Stream {
    let depth = depth ?? (PixelFormatName.isDeep(stream.pixelFormat) ? "10le" : "")
    return scale(stream, to: stream.size, pixelFormat: "gbr\(isOpaque ? "" : "a")p\(depth)")
  }

  /// The colours of one picture with the alpha of another, of as many bits.
  private mutating func join(_ colors: Stream, alphaOf whole: Stream) -> Stream {
    planes("00010210", whole.pixelFormat, of: colors, alpha(of: whole))
  }

  /// How many steps of a sample of this stream one of eight bits is.
  private func step(_ stream: Stream) -> Double { PixelFormatName.isDeep(stream.pixelFormat) ? 4 : 1 }
}

// MARK: Each sample by itself

extension GraphBuilder {
  /// Takes red, green and blue, from 0 to 1, to (value − pivot)·factor + pivot. In the planes of YUV that is one
  /// multiplication each. `lutyuv` drops fractions, hence the halves.
  private mutating func multiply(_ stream: Stream, by factor: Double, about pivot: Double) -> Stream {
    let step = step(stream)
    let (luma, chroma) = ((16 + 219 * pivot) * step, 128 * step)
    return table(
      stream, luma: "(val-\(luma.graphNumber))*\(factor.graphNumber)+\((luma + 0.5).graphNumber)",
      chroma: "(val-\(chroma.graphNumber))*\(factor.graphNumber)+\((chroma + 0.5).graphNumber)")
  }

  private mutating func saturate(_ stream: Stream, _ factor: Double) -> Stream {
    let middle = 128 * step(stream)
    return table(
      stream, luma: "val",
      chroma: "(val-\(middle.graphNumber))*\(factor.graphNumber)+\((middle + 0.5).graphNumber)")
  }

  /// `lutyuv` of FFmpeg 5.1 takes no alpha beside ten bits, and would get eight.
  private mutating func table(_ stream: Stream, luma: String, chroma: String) -> Stream {
    guard PixelFormatName.isDeep(stream.pixelFormat), PixelFormatName.hasAlpha(stream.pixelFormat) else {
      return filter(
        "lutyuv",
        [
          Filter.Option("y", luma, isCommand: true), Filter.Option("u", chroma, isCommand: true),
          Filter.Option("v", chroma, isCommand: true), Filter.Option("a", "val"),
        ], from: stream)
    }
    let sides = split(stream, into: 2)
    return join(table(deep(sides[0], true), luma: luma, chroma: chroma), alphaOf: sides[1])
  }

  private mutating func balance(_ stream: Stream, _ kelvin: Double) -> Stream {
    let gains = WhiteBalance(kelvin: kelvin).gains
    return filter(
      "colorchannelmixer",
      zip(["rr", "gg", "bb"], gains).map { Filter.Option($0, min($1, 2).graphNumber, isCommand: true) }, from: stream)
  }

  /// `lut3d` drops fractions, which of sixteen bits do not count, and takes the largest number for white, where `scale`
  /// has a byte's 255 times 256.
  private mutating func lookUp(_ stream: Stream, _ isOpaque: Bool, _ effect: EffectSetting) -> Stream {
    guard case .file(let file) = effect.subject else { return stream }
    let amount = effect["amount"]
    let sides = split(rgb(stream, isOpaque, depth: "16le"), into: 2)
    let white = filter(
      "lutrgb", ["r", "g", "b"].map { Filter.Option($0, "val*65535/65280") }, from: sides[0])
    let table = filter(
      "lut3d", [Filter.Option("file", file: file), Filter.Option("interp", "tetrahedral")], from: white)
    let weights = "\((amount * 65280 / 65535).graphNumber) \((1 - amount).graphNumber)"
    let mixed = mix([table, sides[1]], weights: weights, [Filter.Option("scale", "1"), Filter.Option("planes", "7")])
    // `scale` rounds on the way to fewer bits, but strews fractions about where it leaves RGB at once.
    return rgb(mixed, isOpaque, depth: PixelFormatName.isDeep(stream.pixelFormat) ? "10le" : "")
  }

  /// What is clear already stays so, which `chromakey` by itself would forget.
  private mutating func key(_ stream: Stream, _ isOpaque: Bool, _ effect: EffectSetting) -> Stream {
    guard case .color(let color) = effect.subject else { return stream }
    let whole = planar(stream, isOpaque, fullChroma: true)
    let sides = split(scale(whole, to: whole.size, pixelFormat: "yuva444p"), into: isOpaque ? 1 : 2)
    let keyed = key(sides[0], color, effect)
    guard !isOpaque else { return keyed }
    let kept = zip(["c0", "c1", "c2", "c3"], ["x", "x", "x", "x*y/255+0.5"])
    return filter("lut2", kept.map { Filter.Option($0, $1) }, from: keyed, sides[1])
  }

  /// The key is given in the canvas's numbers, because `chromakey` would convert it as BT.601 does. It looks at the
  /// pixels around one, and at those of other rows beyond the edges, so the outermost ones are put there.
  private mutating func key(_ stream: Stream, _ color: Color, _ effect: EffectSetting) -> Stream {
    extended(stream, by: 1) { builder, stream in
      builder.filter(
        "chromakey",
        [
          Filter.Option("color", color.canvasCode), Filter.Option("yuv", "1"),
          Filter.Option("similarity", effect["similarity"].graphNumber, isCommand: true),
          Filter.Option("blend", effect["softness"].graphNumber, isCommand: true),
        ], from: stream)
    }
  }
}

extension Color {
  /// Luma and chroma in BT.709 and limited range, as `0xYYUUVV`.
  fileprivate var canvasCode: String {
    let (r, g, b) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
    let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
    let codes = [16 + 219 * luma, 128 + 224 * (b - luma) / 1.8556, 128 + 224 * (r - luma) / 1.5748]
    return "0x" + codes.map { String(Int($0.rounded()) + 256, radix: 16).dropFirst() }.joined()
  }
}

// MARK: Neighbours

extension GraphBuilder {
  /// What is transparent has no colour that could run into others, so colours are multiplied by alpha meanwhile.
  private mutating func blur(_ stream: Stream, _ isOpaque: Bool, _ deviation: Double) -> Stream {
    let isNarrow = deviation <= GraphBuilder.narrowBlur.deviation
    let reach = isNarrow ? GraphBuilder.narrowBlur.reach : blurReach(deviation)
    let blurred = extended(isOpaque ? stream : premultiply(stream), by: reach) { builder, stream in
      guard !isNarrow else {
        return builder.narrowBlur(builder.narrowBlur(stream, deviation, "row"), deviation, "column")
      }
      // Told no `sigmaV`, the filter keeps its first `sigma` for it. Each step takes it nearer to a Gaussian.
      let options =
        ["sigma", "sigmaV"].map { Filter.Option($0, deviation.graphNumber, isCommand: true) }
        + [Filter.Option("steps", "5")]
      return builder.filter("gblur", options, from: stream)
    }
    return isOpaque ? blurred : unpremultiply(blurred)
  }

  /// Up to this standard deviation a Gaussian is added up as it is written, over so many pixels at either side: what
  /// `gblur` makes instead is the more pointed, the narrower it is.
  private static let narrowBlur = (deviation: 2.0, reach: 8)

  private mutating func narrowBlur(_ stream: Stream, _ deviation: Double, _ direction: String) -> Stream {
    let reach = GraphBuilder.narrowBlur.reach
    let weights = (-reach...reach).map { $0 == 0 ? 1 : exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let whole = weights.reduce(0, +)
    return convolve(stream, weights.map { $0 / whole }, direction, planes: 0..<4)
  }

  /// Adds up the samples around each by their weights: those of a row, of a column or of a square.
  private mutating func convolve(
    _ stream: Stream, _ weights: [Double], _ arrangement: String, planes: Range<Int>
  ) -> Stream {
    // Whole numbers of which a sum of ten-bit samples is still one of 32 bits.
    let unit = weights.reduce(0) { $0 + abs($1) } > 1.5 ? 1 << 16 : 1 << 20
    let matrix = weights.map { "\(Int(($0 * Double(unit)).rounded()))" }.joined(separator: " ")
    let options = planes.flatMap { plane in
      [
        Filter.Option("\(plane)m", matrix, isCommand: true), Filter.Option("\(plane)mode", arrangement),
        Filter.Option("\(plane)rdiv", (1 / Double(unit)).description, isCommand: true),
      ]
    }
    return filter("convolution", options, from: stream)
  }

  /// How far `gblur` has to see the outermost pixels go on until its guess of what comes beyond no longer counts. One
  /// size does for many deviations, so that a blur that changes keeps its graph.
  private func blurReach(_ deviation: Double) -> Int {
    var reach = 4
    while Double(reach) < 2 * deviation { reach *= 2 }
    return reach
  }

  /// Takes the picture through `body` with borders in which the outermost pixels go on.
  private mutating func extended(
    _ stream: Stream, by reach: Int, _ body: (inout GraphBuilder, Stream) -> Stream
  ) -> Stream {
    let (size, x, y) = (stream.size, min(reach, stream.size.width), min(reach, stream.size.height))
    let whole = extend(stream, to: PixelSize(width: size.width + 2 * x, height: size.height + 2 * y), x: x, y: y)
    return crop(body(&self, whole), to: PixelRect(x: x, y: y, width: size.width, height: size.height))
  }

  /// Multiplies luma as it is, and chroma about its middle, by alpha, and rounds: that is what `overlay` makes of the
  /// picture over nothing. `premultiply` drops fractions, which of ten bits are too small to matter.
  mutating func premultiply(_ stream: Stream) -> Stream {
    guard !PixelFormatName.isDeep(stream.pixelFormat) else { return inFullRange(stream, "premultiply") }
    let sides = split(stream, into: 3)
    let nothing = filter(
      "lutyuv", [Filter.Option("y", "0"), Filter.Option("u", "128"), Filter.Option("v", "128")],
      from: scale(sides[0], to: stream.size, pixelFormat: "yuv444p"))
    let product = filter(
      "overlay", [Filter.Option("format", "yuv444"), Filter.Option("alpha", "straight")], from: nothing, sides[1])
    return withAlpha(of: sides[2], scale(product, to: stream.size, pixelFormat: stream.pixelFormat))
  }

  /// The way back. What stands for no light is `base` in the luma that comes, and `newBase` in what it becomes.
  mutating func unpremultiply(_ stream: Stream, luma base: Int = 0, to newBase: Int = 0) -> Stream {
    guard !PixelFormatName.isDeep(stream.pixelFormat) else { return inFullRange(stream, "unpremultiply") }
    let sides = split(stream, into: 2)
    let alpha = planes("03030303", stream.pixelFormat, of: sides[1])
    func quotient(_ base: Int, _ newBase: Int) -> String {
      "if(y,clip((x-\(base))*255/y+\(newBase).5,0,255),\(newBase))"
    }
    let planes = [("c0", quotient(base, newBase)), ("c1", quotient(128, 128)), ("c2", quotient(128, 128)), ("c3", "x")]
    return filter("lut2", planes.map { Filter.Option($0, $1) }, from: sides[0], alpha)
  }

  /// In limited range libavfilter's own `premultiply` and `unpremultiply` would take black for nothing.
  private mutating func inFullRange(_ stream: Stream, _ name: String) -> Stream {
    let full = filter("setrange", [Filter.Option("range", "full")], from: stream)
    let changed = filter(name, [Filter.Option("inplace", "1")], from: full)
    return filter("setrange", [Filter.Option("range", "limited")], from: changed)
  }

  /// Adds the difference from a blur by binomials over five pixels. `unsharp` adds a quarter of it to ten bits.
  private mutating func sharpen(_ stream: Stream, _ amount: Double) -> Stream {
    let binomials = [1, 4, 6, 4, 1].map { $0 / 16.0 }
    var weights = binomials.flatMap { row in binomials.map { -amount * row * $0 } }
    weights[12] += 1 + amount
    return extended(stream, by: 2) { builder, stream in builder.convolve(stream, weights, "square", planes: 0..<1) }
  }

  /// Light falls off with the fourth power of the cosine. `vignette` drops fractions, or makes noise of them that is not
  /// the same for every frame; so it only darkens white, and what becomes of that is multiplied with and rounded. It
  /// counts in whole pixels, which the middles of pixels are apart from the centre where there are twice as many.
  private mutating func vignette(_ stream: Stream, _ isOpaque: Bool, _ amount: Double) -> Stream {
    let sides = split(square(planar(stream, isOpaque)), into: isOpaque ? 2 : 3)
    let angle = acos(pow(1 - min(amount, 0.9999), 0.25))
    let twice = PixelSize(width: 2 * stream.size.width, height: 2 * stream.size.height)
    var light = nearest(scale(sides[0], to: stream.size, pixelFormat: "gray"), to: twice)
    light = filter("lut", [Filter.Option("c0", "maxval")], from: light)
    light = filter("vignette", [Filter.Option("angle", angle.graphNumber), Filter.Option("dither", "0")], from: light)
    light = filter("format", [Filter.Option("pix_fmts", "gbrp")], from: nearest(light, to: stream.size))
    light.pixelFormat = "gbrp"
    let colors = scale(sides[1], to: stream.size, pixelFormat: "gbrp")
    let dark = filter(
      "lut2", ["c0", "c1", "c2"].map { Filter.Option($0, "x*min(y+0.5,255)/255+0.5") }, from: colors, light)
    return isOpaque ? dark : withAlpha(of: sides[2], scale(dark, to: stream.size, pixelFormat: "yuva444p"))
  }

  /// `scale` leaves pixels that are not square, by which some filters go.
  private mutating func square(_ stream: Stream) -> Stream {
    filter("setsar", [Filter.Option("sar", "1")], from: stream)
  }

  /// The colours of one picture with the alpha of another.
  mutating func withAlpha(of alpha: Stream, _ colors: Stream) -> Stream {
    filter("alphamerge", from: colors, self.alpha(of: alpha))
  }

  /// How opaque each pixel is, as a gray picture.
  mutating func alpha(of stream: Stream) -> Stream {
    // `extractplanes` wants to be told what it is given.
    let planar = filter("format", [Filter.Option("pix_fmts", stream.pixelFormat)], from: stream)
    var alpha = filter("extractplanes", [Filter.Option("planes", "a")], from: planar)
    alpha.pixelFormat = "gray"
    return alpha
  }
}

// MARK: What remembers frames

extension GraphBuilder {
  private mutating func denoise(_ stream: Stream, _ strength: Double) -> Stream {
    let thresholds = ["0", "1", "2"].flatMap { plane in
      [
        Filter.Option("\(plane)a", (0.04 * strength).graphNumber),
        Filter.Option("\(plane)b", (0.08 * strength).graphNumber),
      ]
    }
    return filter(
      "atadenoise", thresholds + [Filter.Option("s", "\(2 * EffectSetting.denoisingReach + 1)")], from: stream)
  }

  private mutating func deinterlace(_ stream: Stream, _ effect: EffectSetting) -> Stream {
    guard case .fields(let order) = effect.subject else { return stream }
    let parity =
      switch order {
      case .auto: "auto"
      case .top: "tff"
      case .bottom: "bff"
      }
    return filter("bwdif", [Filter.Option("mode", "send_frame"), Filter.Option("parity", parity)], from: stream)
  }

  /// `deshake` takes eight bits and no alpha. It goes by luma alone, so alpha is moved alike in the place of chroma.
  private mutating func stabilise(_ stream: Stream, _ isOpaque: Bool, _ furthest: Double) -> Stream {
    guard !isOpaque else {
      let family = ChromaSubsampling(pixelFormat: stream.pixelFormat).family
      return deshake(scale(stream, to: stream.size, pixelFormat: "yuv\(family)p"), furthest)
    }
    let sides = split(premultiply(scale(stream, to: stream.size, pixelFormat: "yuva444p")), into: 2)
    let colors = deshake(planes("000102", "yuv444p", of: sides[0]), furthest)
    let shares = deshake(planes("000303", "yuv444p", of: sides[1]), furthest)
    return unpremultiply(planes("00010211", "yuva444p", of: colors, shares))
  }

  private mutating func deshake(_ stream: Stream, _ furthest: Double) -> Stream {
    let pixels = "\(Int(furthest.rounded(.up) + 15) / 16 * 16)"
    return filter(
      "deshake", [Filter.Option("rx", pixels), Filter.Option("ry", pixels), Filter.Option("edge", "mirror")],
      from: stream)
  }
}

extension EffectSetting {
  /// The same for a picture that is so many times as large.
  func scaled(by factor: Double) -> EffectSetting {
    var result = self
    if kind == .blur { result.numbers[kind.rawValue] = amount * factor }
    return result
  }

  /// How many frames before and after one `denoise` looks at.
  static var denoisingReach: Int64 { 4 }

  /// How many frames before one decide what it makes of it; nil where all do.
  var reach: Int64? {
    switch kind {
    case .denoise: EffectSetting.denoisingReach
    // It looks at the frames beside one, and takes its own beginning for one that has none before.
    case .deinterlace: 2
    case .stabilise: nil
    case .filter: if case .filter(let call, _) = subject, call.isMemoryless { 0 } else { nil }
    default: 0
    }
  }
}

// MARK: Any filter

extension GraphBuilder {
  /// Says that the numbers are the canvas's, so that what converts them knows.
  mutating func labelled(_ stream: Stream, range: String = "limited") -> Stream {
    filter(
      "setparams",
      [
        Filter.Option("colorspace", color.matrix ?? "bt709"), Filter.Option("range", range),
        Filter.Option("color_primaries", color.primaries ?? "bt709"),
        Filter.Option("color_trc", color.transfer ?? "bt709"),
      ], from: stream)
  }

  /// Whatever the filter makes is brought back to the picture's size. Of one that knows no alpha, the picture keeps its
  /// own.
  private mutating func call(_ stream: Stream, _ isOpaque: Bool, _ effect: EffectSetting) -> Stream {
    guard case .filter(let call, let alpha) = effect.subject else { return stream }
    let stream = planar(stream, isOpaque, fullChroma: call.needsFullChroma)
    let keepsOwn = !isOpaque && alpha == .nothing
    let sides = split(stream, into: keepsOwn ? 2 : 1)
    var made = filter(
      call.name, call.options.map { Filter.Option($0.key, $0.value) }, from: labelled(square(sides[0])))
    // Those that make pictures of several forget what the numbers mean.
    if !call.changesMeaning { made = labelled(made, range: call.makesGray ? "full" : "limited") }
    let format = isOpaque && alpha == .gives ? "yuva444p" : stream.pixelFormat
    var result = filter("scale", scaling(to: stream.size) + canvasColor("out", format), from: made)
    result = filter("format", [Filter.Option("pix_fmts", format)], from: result)
    result.pixelFormat = format
    return square(keepsOwn ? join(result, alphaOf: sides[1]) : result)
  }
}
