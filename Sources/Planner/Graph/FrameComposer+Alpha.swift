import TimelineModel

extension FrameComposer {
  /// Layers back to front on a background that is not opaque, with straight alpha.
  ///
  /// What lies over black is premultiplied, and its silhouette in white over black is its alpha.
  mutating func composeWithAlpha(_ layers: [PlacedLayer], background: Color) -> Stream {
    let share = Double(background.alpha) / 255
    let colors = lay(layers, background: background.dimmed(by: share))
    drawsSilhouettes = true
    let silhouette = lay(layers, background: Color.white.dimmed(by: share))
    drawsSilhouettes = false
    let sheet = builder.filter(
      "alphamerge", from: builder.scale(colors, to: target.size, pixelFormat: "yuva444p"), gray(silhouette))
    return builder.unpremultiply(sheet, luma: 16, to: 16)
  }
}

extension Color {
  /// As it is over black with so much of it.
  func dimmed(by share: Double) -> Color {
    func level(_ value: UInt8) -> UInt8 { UInt8((Double(value) * share).rounded()) }
    return Color(red: level(red), green: level(green), blue: level(blue))
  }
}
