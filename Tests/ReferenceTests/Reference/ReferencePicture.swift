import Media
import TimelineModel

/// Draws the picture of a composition from the definitions alone: every sample of every plane by itself, in floating
/// point, rounded once at the end.
struct ReferencePicture: Sendable {
  let composition: Composition
  let sources: [MediaReference: ReferenceSource]
  /// How many pixels share a chroma sample, across and down.
  let chroma: (horizontal: Int, vertical: Int)
  private let titles: [TitlePicture]

  init(_ composition: Composition, sources: [MediaReference: ReferenceSource], pixelFormat: String) throws {
    self.composition = composition
    self.sources = sources
    chroma = pixelFormat.contains("420") ? (2, 2) : pixelFormat.contains("422") ? (2, 1) : (1, 1)
    titles = try composition.titles.map(TitlePicture.init)
  }

  /// Output frame `index`: luma and both chroma planes, rounded to bytes.
  func frame(_ index: Int64) -> [[UInt8]] {
    let time = TimelineTime(Rational(index) / composition.canvas.rate.perSecond)
    let luma = compose(at: time, on: grid(1, 1, hasLuma: true, hasChroma: false))
    let color = compose(at: time, on: grid(chroma.horizontal, chroma.vertical, hasLuma: false, hasChroma: true))
    func bytes(_ values: some Sequence<Double>) -> [UInt8] { values.map { UInt8(min(max($0.rounded(), 0), 255)) } }
    return [
      bytes(luma.lazy.map { 16 + 219 * $0.x }), bytes(color.lazy.map { 128 + 224 * $0.y }),
      bytes(color.lazy.map { 128 + 224 * $0.z }),
    ]
  }

  private func grid(_ width: Int, _ height: Int, hasLuma: Bool, hasChroma: Bool) -> CellGrid {
    let size = composition.canvas.size
    return CellGrid(
      columns: size.width / width, rows: size.height / height, cell: SIMD2(Double(width), Double(height)),
      hasLuma: hasLuma, hasChroma: hasChroma)
  }

  private func compose(at time: TimelineTime, on grid: CellGrid) -> [Pixel] {
    var background = composition.canvas.background
    background.alpha = 255
    var canvas = [Pixel](repeating: Pixel(background), count: grid.columns * grid.rows)
    func lay(_ layer: [Pixel]) {
      for index in canvas.indices { canvas[index] = layer[index] + canvas[index] * (1 - layer[index].w) }
    }
    guard let instruction = composition.instructions.first(where: { $0.range.contains(time) }) else { return canvas }
    for layer in instruction.layers.reversed() { if let drawn = draw(layer, at: time, [], on: grid) { lay(drawn) } }
    guard instruction.showsTitles else { return canvas }
    for title in titles.reversed() { if let shape = title.shape(at: time) { lay(grid.draw(shape)) } }
    return canvas
  }

  // MARK: Layers

  /// What a layer does to its canvas.
  private struct Stage {
    var crop: Rect?
    var transform: (SIMD2<Double>) -> SIMD2<Double>
    var isIdentity: Bool
  }

  private func draw(_ layer: Layer, at time: TimelineTime, _ outer: [Stage], on grid: CellGrid) -> [Pixel]? {
    let drawn = drawContent(of: layer, at: time, outer, on: grid)
    guard let matte = layer.matte else { return drawn }
    return drawn.map { cut($0, by: matte, at: time, outer, on: grid) }
  }

  /// What a matte leaves of pixels, cell by cell.
  private func cut(
    _ pixels: [Pixel], by matte: Matte, at time: TimelineTime, _ stages: [Stage], on grid: CellGrid
  ) -> [Pixel] {
    var luma = grid
    luma.hasLuma = true
    var picture: [Pixel]?
    switch matte.content {
    case .track(let id): picture = drawContent(of: Layer(content: .track(id)), at: time, stages, on: luma)
    case .still(let media, let fit):
      let segment = VideoSegment(content: .still(media), range: composition.range, placement: Placement(fit: fit))
      if let shape = shape(of: segment, at: time) { picture = draw(shape.shape, shape.isFittedOnly, stages, on: luma) }
    }
    return pixels.indices.map { index in
      let share = picture.map { matte.channel == .luma ? $0[index].x : $0[index].w } ?? 0
      return pixels[index] * (matte.isInverted ? 1 - share : share)
    }
  }

  /// A shape through stages.
  private func draw(_ shape: Shape, _ isFittedOnly: Bool, _ stages: [Stage], on grid: CellGrid) -> [Pixel] {
    var shape = shape
    if isFittedOnly, stages.allSatisfy(\.isIdentity) { shape.snap() }
    for stage in stages {
      if let crop = stage.crop { shape.crop(to: crop) }
      shape.move(stage.transform)
    }
    return grid.draw(shape)
  }

  private func drawContent(
    of layer: Layer, at time: TimelineTime, _ outer: [Stage], on grid: CellGrid
  ) -> [Pixel]? {
    let opacity = layer.opacity.defined(at: time)
    var stage = Stage(
      crop: layer.crop?.defined(at: time), transform: layer.transform.defined(at: time),
      isIdentity: layer.transform.isIdentity(at: time))
    switch layer.content {
    case .track(let id):
      guard let (track, segment) = shown(by: id, at: time), var shape = shape(of: segment, at: time) else { return nil }
      shape.shape.opacity *= opacity * track.opacity.defined(at: time) * track.fade.defined(at: time, over: track.range)
      let mattes = [segment.matte, track.matte].compactMap(\.self)
      if !mattes.isEmpty { stage.crop = (stage.crop ?? wholeCanvas).common(with: wholeCanvas) }
      return mattes.reduce(draw(shape.shape, shape.isFittedOnly, [stage] + outer, on: grid)) {
        cut($0, by: $1, at: time, [stage] + outer, on: grid)
      }
    case .mix(let first, let second, let amount, let mixture):
      // What is mixed are whole canvases, which end at their edges.
      stage.crop = (stage.crop ?? wholeCanvas).common(with: wholeCanvas)
      let share = amount.defined(at: time)
      let stages = [stage] + outer
      var parts = [first, second].map { draw($0, at: time, stages, on: grid) }
      switch mixture {
      case .even: parts = [parts[0]?.map { $0 * (1 - share) }, parts[1]?.map { $0 * share }]
      case .wipe(let wipe):
        let shares = grid.shares(of: wipe, progress: share, canvas: canvasSize, through: stages.map(\.transform))
        parts = [
          parts[0].map { zip($0, shares).map { $0 * (1 - $1) } }, parts[1].map { zip($0, shares).map { $0 * $1 } },
        ]
      case .xfade(let kind):
        // The one of libavfilter's that has a definition elsewhere.
        precondition(kind == "fade", "no definition of \(kind)")
        parts = [parts[0]?.map { $0 * (1 - share) }, parts[1]?.map { $0 * share }]
      case .through(let color):
        let middle = draw(color, stages, on: grid).map { $0 * (1 - abs(2 * share - 1)) }
        parts = [
          share < 0.5 ? parts[0]?.map { $0 * (1 - 2 * share) } : parts[1]?.map { $0 * (2 * share - 1) }, middle,
        ]
      }
      var result = [Pixel](repeating: .zero, count: grid.columns * grid.rows)
      for case let part? in parts {
        for index in result.indices { result[index] += part[index] * opacity }
      }
      return result
    }
  }

  private var canvasSize: SIMD2<Double> {
    SIMD2(Double(composition.canvas.size.width), Double(composition.canvas.size.height))
  }

  private var wholeCanvas: Rect { Rect(x: 0, y: 0, width: canvasSize.x, height: canvasSize.y) }

  /// A colour all over the canvas.
  private func draw(_ color: Color, _ stages: [Stage], on grid: CellGrid) -> [Pixel] {
    let map = PlaneMap { $0 * canvasSize }
    var shape = Shape(
      picture: Picture(color), outline: ConvexPolygon(from: .zero, to: canvasSize), map: map, opacity: 1)
    for stage in stages {
      if let crop = stage.crop { shape.crop(to: crop) }
      shape.move(stage.transform)
    }
    return grid.draw(shape)
  }

  // MARK: Segments

  private func shown(by id: TrackID, at time: TimelineTime) -> (VideoTrack, VideoSegment)? {
    composition.videoTracks.first { $0.id == id }.flatMap { track in
      track.segments.first { $0.range.contains(time) }.map { (track, $0) }
    }
  }

  private func shape(of segment: VideoSegment, at time: TimelineTime) -> (shape: Shape, isFittedOnly: Bool)? {
    let canvas = composition.canvas
    var picture: Picture
    var size = canvasSize
    var upright = PlaneMap { $0 }
    switch segment.content {
    case .gap: return nil
    case .color(let color): picture = Picture(color)
    case .still(let media):
      guard let source = sources[media]?.picture else { return nil }
      (picture, size, upright) = (source.frames[0], source.displaySize, source.upright)
    case .movie(let media, let mapping):
      let passed = (time - mapping.target.start) * (mapping.source.duration / mapping.target.duration)
      guard let source = sources[media]?.picture,
        let frame = source.frame(
          at: mapping.source.start.seconds + passed, within: mapping.source, canvasFrame: canvas.rate.frameDuration)
      else { return nil }
      (picture, size, upright) = (frame, source.displaySize, source.upright)
    }
    let placement = segment.placement
    let crop = placement.crop.defined(at: time)
    let cropped = SIMD2(crop.width, crop.height) * size
    let place = placement.defined(at: time, croppedSize: cropped, canvas: canvasSize)
    let map = upright.then { place(($0 - SIMD2(crop.x, crop.y)) * size) }
    let opacity =
      segment.opacity.defined(at: time) * segment.fade.defined(at: time, over: segment.range)
    let shape = Shape(
      picture: picture, outline: ConvexPolygon(from: .zero, to: cropped).mapped(place), map: map, opacity: opacity)
    return (shape, placement.fitsOnly)
  }
}

extension Rect {
  fileprivate func common(with other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
