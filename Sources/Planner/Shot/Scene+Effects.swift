import TimelineModel

// MARK: Effects of a segment

extension Scene {
  /// The picture a segment shows after its effects, how it is turned upright, and its upright size in square pixels.
  func changedSource(
    of segment: VideoSegment, at time: TimelineTime, frame: Int64?
  ) -> (SourcePicture, Orientation, PixelSize)? {
    guard let (source, turn, shown) = source(of: segment, at: time, frame: frame) else { return nil }
    var (picture, orientation) = (source, turn)
    let settings = segment.effects.map { $0.setting(at: time) }
    let remembering = (segment.effects.lastIndex(where: \.hasMemory) ?? -1) + 1
    if remembering > 0 {
      let feed = feed(of: segment, picture, at: time, frame: frame)
      (picture, orientation) = (run(of: Array(settings[..<remembering]), feed, on: picture, orientation), .upright)
    }
    let rest = Array(settings[remembering...])
    if !rest.isEmpty {
      (picture, orientation) = (SourcePicture(changing: picture, orientation, rest, on: target), .upright)
    }
    return (picture, orientation, shown)
  }

  /// What effects that remember frames make of one frame.
  private func run(
    of effects: [EffectSetting], _ feed: RunFeed, on picture: SourcePicture, _ orientation: Orientation
  ) -> SourcePicture {
    guard case .source(let source) = picture.pixels else { return picture }
    var builder = GraphBuilder(color: target.color)
    let upright = builder.orient(builder.input(source, as: picture, rate: feed.rate), orientation)
    var made = builder.change(upright, isOpaque: picture.isOpaque, by: effects)
    // Filters keep what their frames are called, whatever has become of the numbers.
    if !PixelFormatName.isRGB(made.pixelFormat) { made = builder.labelled(made) }
    let run = EffectRun(
      feed: feed.feed, frames: feed.frames, treatment: source.treatment, graph: builder.finish(at: made),
      reach: effects.reduce(0) { sum, effect in sum.flatMap { sum in effect.reach.map { sum + $0 } } })
    return SourcePicture(
      pixels: .source(PictureSource(.run(run, frame: feed.frame), origin: source.origin)), size: made.size,
      pixelFormat: made.pixelFormat,
      color: PixelFormatName.isRGB(made.pixelFormat)
        ? ColorFacts(matrix: "gbr", isFullRange: true) : target.color.facts,
      isOpaque: picture.isOpaque && !effects.contains(where: \.givesAlpha))
  }

  private struct RunFeed {
    var feed: EffectRun.Feed
    var frames: Range<Int64>
    /// Which of them shows.
    var frame: Int64
    var rate: FrameRate?
  }

  /// The source's frames that a segment uses, as the source has them.
  private func feed(
    of segment: VideoSegment, _ picture: SourcePicture, at time: TimelineTime, frame: Int64?
  ) -> RunFeed {
    guard case .movie(let media, let mapping) = segment.content, let facts = catalog.facts(for: media),
      let timing = facts.video?.timing
    else {
      guard case .source(let source) = picture.pixels else { preconditionFailure("sources are read as they are") }
      return RunFeed(feed: .one(source.content), frames: 0..<1, frame: 0)
    }
    let shown = frame ?? facts.frame(at: time, in: mapping)
    let first = timing.frame(at: mapping.source.start.seconds - facts.videoStart)
    let last = mapping.isFrozen ? first : timing.frame(before: mapping.source.end.seconds - facts.videoStart)
    return RunFeed(
      feed: facts.images.isEmpty ? .movie(media) : .images(facts.images.map { $0.read(as: media.reading) }),
      frames: min(first, shown)..<max(last, shown) + 1, frame: shown, rate: timing.rate)
  }
}

// MARK: Effects of a canvas

extension Scene {
  /// A picture by itself on the canvas, taken through a track's effects. It snaps by where it lies there, whatever is
  /// done to the canvas afterwards.
  func lay(
    _ picture: SourcePicture, _ placing: Placing, snaps: Bool, through effects: [Effect], at time: TimelineTime
  ) -> (SourcePicture, Placing)? {
    let sheet = target(of: effects)
    guard let toCanvas = sheet.fromCanvas.inverse else { return nil }
    var inner = placing
    inner.move(by: sheet.fromCanvas)
    inner.snaps = snaps
    guard let geometry = LayerGeometry(inner, on: sheet.bounds) else { return nil }
    let canvas = SourcePicture(alone: picture, geometry, sheet)
    let laid = Placing(whole: sheet.size, by: toCanvas, snaps: placing.snaps)
    return (SourcePicture(changing: canvas, .upright, settings(of: effects, at: time, on: sheet), on: sheet), laid)
  }

  /// The whole picture, taken through its effects. `layers` gives what lies back to front on the background of a
  /// scene's target.
  func changed(at time: TimelineTime, layers: (Scene) -> [PlacedLayer]) -> PlacedLayer? {
    let sheet = target(of: composition.effects)
    guard let toCanvas = sheet.fromCanvas.inverse else { return nil }
    let drawn = layers(Scene(composition: composition, catalog: catalog, target: sheet))
    let canvas = SourcePicture(canvas: drawn, background: background, target: sheet)
    let effects = settings(of: composition.effects, at: time, on: sheet)
    let laid = Placing(whole: sheet.size, by: toCanvas.then(target.fromCanvas), snaps: true)
    return LayerGeometry(laid, on: target.bounds).map {
      .picture(SourcePicture(changing: canvas, .upright, effects, on: sheet), $0, opacity: 1)
    }
  }

  /// What effects of a canvas are applied to. A filter's own numbers cannot be told from those that count pixels, so it
  /// gets pictures of the canvas's size even where finished frames are smaller.
  private func target(of effects: [Effect]) -> RenderTarget {
    effects.contains { $0.kind == .filter } ? target.unscaled : target
  }

  /// What effects of a canvas are at one moment, in the pixels of the sheet that it is drawn on.
  private func settings(of effects: [Effect], at time: TimelineTime, on sheet: RenderTarget) -> [EffectSetting] {
    let scale = Double(sheet.size.height) / Double(sheet.canvas.height)
    return effects.map { $0.setting(at: time).scaled(by: scale) }
  }
}

extension Shot {
  /// True where some effect needs every frame before one to make that one.
  var remembersAll: Bool {
    layers.flatMap(\.segments).contains { segment in
      segment.effects.contains { $0.hasMemory && $0.setting(at: segment.range.start).reach == nil }
    }
  }
}
