import TimelineModel

/// Whether colours have been multiplied by alpha, as `overlay` is told.
enum OverlayAlpha: String {
  case straight
  case premultiplied
}

extension FrameComposer {
  /// Lays a stream with alpha at its place on `base`. `isEven` says that its alpha is the same everywhere.
  mutating func overlay(
    _ layer: Stream, _ alpha: OverlayAlpha, at bounds: PixelRect, on base: Stream, isEven: Bool = false
  ) -> Stream {
    guard family == "422", !isEven else { return lay(layer, alpha, at: bounds, on: base) }
    // Where two pixels beside each other share a chroma sample, `overlay` counts the alpha of the left one three times
    // for once of the right one. So chroma is laid by itself, with the mean of both.
    let (bases, layers) = (builder.split(base, into: 2), builder.split(layer, into: 2))
    let luma = lay(layers[0], alpha, at: bounds, on: bases[0])
    let chroma = lay(withAlphaInPairs(layers[1]), alpha, at: bounds, on: bases[1])
    return builder.filter(
      "mergeplanes", [Filter.Option("mapping", "0x001112"), Filter.Option("format", workingFormat)],
      from: luma, chroma)
  }

  private mutating func lay(_ layer: Stream, _ alpha: OverlayAlpha, at bounds: PixelRect, on base: Stream) -> Stream {
    builder.filter(
      "overlay",
      [
        Filter.Option("x", "\(bounds.x)", isCommand: true), Filter.Option("y", "\(bounds.y)", isCommand: true),
        Filter.Option("format", "yuv\(family)"), Filter.Option("alpha", alpha.rawValue),
      ], from: base, layer)
  }

  /// The same colours, with the mean alpha of every two pixels that share a chroma sample.
  private mutating func withAlphaInPairs(_ layer: Stream) -> Stream {
    let parts = builder.split(layer, into: 2)
    // `extractplanes` wants to be told what it is given.
    let planar = builder.filter("format", [Filter.Option("pix_fmts", layer.pixelFormat)], from: parts[0])
    var alpha = builder.filter("extractplanes", [Filter.Option("planes", "a")], from: planar)
    alpha.pixelFormat = "gray"
    let half = builder.scale(
      alpha, to: PixelSize(width: layer.size.width / 2, height: layer.size.height), pixelFormat: "gray")
    let pairs = builder.filter(
      "scale",
      [
        Filter.Option("w", "\(layer.size.width)"), Filter.Option("h", "\(layer.size.height)"),
        Filter.Option("flags", "neighbor"),
      ], from: half, size: layer.size)
    return builder.filter("alphamerge", from: parts[1], pairs)
  }
}
