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
    let ground = builder.pad(
      sheet(of: read, as: picture, reading, opacity), to: scaling.source.size, x: part.x - scaling.source.x,
      y: part.y - scaling.source.y)
    let scaled = builder.scale(ground, to: scaling.landing.size, pixelFormat: "yuva444p")
    let (seen, bounds) = (scaling.landing.intersection(geometry.bounds), geometry.bounds)
    let shown = builder.pad(
      builder.crop(scaled, to: seen.offset(x: -scaling.landing.x, y: -scaling.landing.y)), to: bounds.size,
      x: seen.x - bounds.x, y: seen.y - bounds.y)
    return geometry.cutsPixels ? cut(shown, to: geometry.shape(of: geometry.visibleBeyondEdges)) : shown
  }
}

extension LayerGeometry {
  /// What shows, and more where it ends with what is read, at the picture's own edges, which scaling has cut already.
  fileprivate var visibleBeyondEdges: Rect {
    func ends(_ low: Double, _ high: Double, in read: Range<Int>) -> (low: Double, high: Double) {
      let (first, last) = (Double(read.lowerBound), Double(read.upperBound))
      let room = last - first
      return (low < first + sliver ? first - room : low, high > last - sliver ? last + room : high)
    }
    let columns = ends(visible.x, visible.maxX, in: crop.x..<crop.maxX)
    let rows = ends(visible.y, visible.maxY, in: crop.y..<crop.maxY)
    return Rect(x: columns.low, y: rows.low, width: columns.high - columns.low, height: rows.high - rows.low)
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
}

extension GraphBuilder {
  /// `fillborders` makes none that is wider than half of what comes of it.
  fileprivate static func canExtend(_ part: PixelRect, to whole: PixelRect) -> Bool {
    2 * max(part.x - whole.x, whole.maxX - part.maxX) <= whole.width
      && 2 * max(part.y - whole.y, whole.maxY - part.maxY) <= whole.height
  }
}
