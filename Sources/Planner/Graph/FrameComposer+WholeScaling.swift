import TimelineModel

extension FrameComposer {
  /// A picture that fills the target, in one step. At its edges, which lie outside, the outermost pixels go on. Nil where
  /// it cannot be done.
  mutating func reducedCover(_ picture: SourcePicture, _ geometry: LayerGeometry, _ format: String) -> Stream? {
    guard let scaling = WholeScaling(of: geometry.visible, by: geometry.fromPicture, onto: geometry.bounds),
      let visible = geometry.visible.wholePixels
    else { return nil }
    let part = scaling.source.intersection(visible)
    let read = builder.crop(upright(picture, geometry), to: part)
    let fullChroma = PixelFormatName.fullChroma(of: format)
    let ground =
      part == scaling.source
      ? read
      : builder.extend(
        builder.scale(read, to: part.size, pixelFormat: fullChroma), to: scaling.source.size,
        x: part.x - scaling.source.x, y: part.y - scaling.source.y)
    let scaled = builder.scale(ground, to: scaling.landing.size, pixelFormat: fullChroma)
    let seen = builder.crop(scaled, to: geometry.bounds.offset(x: -scaling.landing.x, y: -scaling.landing.y))
    return builder.scale(seen, to: target.size, pixelFormat: format)
  }

  /// The picture in its place on a sheet of the size of `bounds`, in one step, or in two where it becomes much smaller:
  /// then the first of them leaves about twice as much as is needed. Nil where it cannot be done.
  mutating func reducedSheet(
    of picture: SourcePicture, _ geometry: LayerGeometry, _ opacity: Double, onto bounds: PixelRect
  ) -> Stream? {
    guard let visible = geometry.visible.wholePixels else { return nil }
    let transform = AffineTransform.translation(Double(visible.x), Double(visible.y)).then(geometry.fromPicture)
    let halved = PixelSize(
      width: Int(pixel: Double(visible.width) * min(1, 2.3 * transform.a)),
      height: Int(pixel: Double(visible.height) * min(1, 2.3 * transform.d)))
    guard halved.width > 0, halved.height > 0,
      let scaling = WholeScaling(
        of: halved.rect,
        by: AffineTransform.scale(
          Double(visible.width) / Double(halved.width), Double(visible.height) / Double(halved.height)
        ).then(transform), onto: geometry.bounds)
    else { return nil }
    let part = scaling.source.intersection(PixelRect(x: 0, y: 0, width: halved.width, height: halved.height))
    let isHalved = halved != visible.size
    var reading = geometry
    reading.scaledSize = isHalved ? halved : part.size
    reading.kept = isHalved ? part : PixelRect(x: 0, y: 0, width: part.width, height: part.height)
    let read = builder.crop(
      upright(picture, geometry), to: isHalved ? visible : part.offset(x: visible.x, y: visible.y))
    let ground = builder.pad(
      sheet(of: read, as: picture, reading, opacity), to: scaling.source.size, x: part.x - scaling.source.x,
      y: part.y - scaling.source.y)
    let scaled = builder.scale(ground, to: scaling.landing.size, pixelFormat: "yuva444p")
    let seen = scaling.landing.intersection(geometry.bounds)
    let shown = builder.crop(scaled, to: seen.offset(x: -scaling.landing.x, y: -scaling.landing.y))
    return builder.pad(shown, to: bounds.size, x: seen.x - bounds.x, y: seen.y - bounds.y)
  }
}

extension GraphBuilder {
  /// A border in which the outermost pixels go on.
  fileprivate mutating func extend(_ stream: Stream, to size: PixelSize, x: Int, y: Int) -> Stream {
    let borders = [
      ("left", x), ("right", size.width - x - stream.size.width), ("top", y),
      ("bottom", size.height - y - stream.size.height),
    ]
    return filter("fillborders", borders.map { Filter.Option($0, "\($1)") }, from: pad(stream, to: size, x: x, y: y))
  }
}
