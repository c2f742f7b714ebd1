import TimelineModel

extension FrameComposer {
  /// How much a matte leaves of each pixel, times `opacity`, as a gray picture: the luma of what it shows on black, or of
  /// its silhouette in white.
  mutating func shares(of matte: PlacedMatte, _ opacity: Double) -> Stream {
    let outer = drawsSilhouettes
    defer { drawsSilhouettes = outer }
    drawsSilhouettes = matte.isAlpha
    let base = matte.layer?.hidesAll == true ? nil : fill(.black, workingFormat)
    let drawn = matte.layer.map { draw($0, over: base, workingFormat) } ?? base!
    return gray(drawn, isInverted: matte.isInverted, opacity)
  }

  /// Luma in full range, as a gray picture.
  mutating func gray(_ drawn: Stream, isInverted: Bool = false, _ opacity: Double = 1) -> Stream {
    let share = "clip((val-16)*255/219,0,255)"
    let luma = "(\(isInverted ? "255-\(share)" : share))*\(min(opacity, 1).graphNumber)+0.5"
    // `extractplanes` wants to be told what it is given.
    let planar = builder.filter("format", [Filter.Option("pix_fmts", workingFormat)], from: drawn)
    let stretched = builder.filter(
      "lutyuv",
      [Filter.Option("y", luma, isCommand: true), Filter.Option("u", "val"), Filter.Option("v", "val")], from: planar)
    var gray = builder.filter("extractplanes", [Filter.Option("planes", "y")], from: stretched)
    gray.pixelFormat = "gray"
    return gray
  }

  /// White where the picture is, as transparent as it is.
  mutating func white(_ picture: Stream) -> Stream {
    let hasAlpha = picture.pixelFormat.contains("a") && !picture.pixelFormat.hasPrefix("gray")
    let planar = builder.scale(picture, to: picture.size, pixelFormat: hasAlpha ? "yuva444p" : "yuv444p")
    let levels = [("y", "235"), ("u", "128"), ("v", "128")] + (hasAlpha ? [("a", "val")] : [])
    return builder.filter("lutyuv", levels.map { Filter.Option($0.0, $0.1) }, from: planar)
  }
}
