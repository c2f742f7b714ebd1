import TimelineModel

extension FrameComposer {
  /// A picture that fills the target, drawn by scaling alone. At its edges, which lie outside, the outermost pixels go
  /// on. Nil where it cannot be done.
  mutating func scaledCover(_ picture: SourcePicture, _ geometry: LayerGeometry, _ format: String) -> Stream? {
    guard let scaling = WholeScaling(geometry), scaling.landing.intersection(geometry.bounds) == geometry.bounds
    else { return nil }
    let fullChroma = PixelFormatName.fullChroma(of: format)
    let part = scaling.source.intersection(scaling.whole)
    guard GraphBuilder.canExtend(part, to: scaling.source) else { return nil }
    var ground = builder.crop(upright(picture, geometry), to: geometry.crop)
    if scaling.drawnSize != geometry.crop.size {
      ground = builder.scale(ground, to: scaling.drawnSize, pixelFormat: fullChroma)
    }
    ground = builder.crop(ground, to: part)
    if part != scaling.source {
      ground = builder.extend(
        builder.scale(ground, to: part.size, pixelFormat: fullChroma), to: scaling.source.size,
        x: part.x - scaling.source.x, y: part.y - scaling.source.y)
    }
    let scaled = builder.scale(ground, to: scaling.landing.size, pixelFormat: fullChroma)
    let seen = builder.crop(scaled, to: geometry.bounds.offset(x: -scaling.landing.x, y: -scaling.landing.y))
    return builder.scale(seen, to: target.size, pixelFormat: format)
  }

  /// The picture in its place on a sheet of the size of its bounds, drawn by scaling alone. Nil where it cannot be done.
  mutating func scaledSheet(
    of picture: SourcePicture, _ geometry: LayerGeometry, _ opacity: Double
  ) -> Stream? {
    guard let scaling = WholeScaling(geometry) else { return nil }
    let part = scaling.source.intersection(scaling.whole)
    let isDrawnFirst = scaling.drawnSize != geometry.crop.size
    var reading = geometry
    reading.scaledSize = isDrawnFirst ? scaling.drawnSize : part.size
    reading.kept = isDrawnFirst ? part : PixelRect(x: 0, y: 0, width: part.width, height: part.height)
    let read = builder.crop(
      upright(picture, geometry), to: isDrawnFirst ? geometry.crop : part.offset(x: geometry.crop.x, y: geometry.crop.y)
    )
    var (ground, drawn) = (sheet(of: read, as: picture, reading, opacity), part)
    if geometry.cutsPixels {
      drawn = scaling.surroundings(of: part)
      ground = builder.extend(ground, to: drawn.size, x: part.x - drawn.x, y: part.y - drawn.y)
    }
    ground = builder.pad(
      ground, to: scaling.source.size, x: drawn.x - scaling.source.x, y: drawn.y - scaling.source.y)
    let scaled = builder.scale(ground, to: scaling.landing.size, pixelFormat: "yuva444p")
    let (seen, bounds) = (scaling.landing.intersection(geometry.bounds), geometry.bounds)
    let shown = builder.pad(
      builder.crop(scaled, to: seen.offset(x: -scaling.landing.x, y: -scaling.landing.y)), to: bounds.size,
      x: seen.x - bounds.x, y: seen.y - bounds.y)
    return geometry.cutsPixels ? cut(shown, to: geometry.shape(of: geometry.visible)) : shown
  }
}

extension WholeScaling {
  /// Of the part of a picture that is read.
  fileprivate init?(_ geometry: LayerGeometry) {
    let crop = geometry.crop
    let transform = AffineTransform.translation(Double(crop.x), Double(crop.y)).then(geometry.fromPicture)
    self.init(of: crop.size, by: transform, onto: geometry.bounds)
    // Of what only just reaches the target, nothing may be left.
    if source.intersection(whole).isEmpty || landing.intersection(geometry.bounds).isEmpty { return nil }
  }

  /// All of the picture as it is drawn.
  fileprivate var whole: PixelRect { PixelRect(x: 0, y: 0, width: drawnSize.width, height: drawnSize.height) }

  /// A part with what lies around it by up to two pixels of the target, in which its outermost pixels go on where it is
  /// cut afterwards, so that nothing is cut twice.
  fileprivate func surroundings(of part: PixelRect) -> PixelRect {
    func reach(_ source: Int, _ landing: Int, _ length: Int) -> Int { min(2 * source / landing + 1, length) }
    return part.expanded(
      x: reach(source.width, landing.width, part.width), y: reach(source.height, landing.height, part.height)
    ).intersection(source)
  }
}

extension GraphBuilder {
  /// `fillborders` makes none that is wider than half of what comes of it.
  fileprivate static func canExtend(_ part: PixelRect, to whole: PixelRect) -> Bool {
    2 * max(part.x - whole.x, whole.maxX - part.maxX) <= whole.width
      && 2 * max(part.y - whole.y, whole.maxY - part.maxY) <= whole.height
  }
}
