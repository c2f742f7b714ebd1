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
    titles = try composition.titles.map { title in
      try TitlePicture(title, sources: sources, canvas: composition.canvas.size)
    }
  }

  /// Output frame `index`: luma and both chroma planes, rounded to bytes.
  func frame(_ index: Int64) throws -> [[UInt8]] {
    let time = TimelineTime(Rational(index) / composition.canvas.rate.perSecond)
    let luma = try compose(at: time, on: grid(1, 1, hasLuma: true, hasChroma: false))
    let color = try compose(at: time, on: grid(chroma.horizontal, chroma.vertical, hasLuma: false, hasChroma: true))
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

  private func compose(at time: TimelineTime, on grid: CellGrid) throws -> [Pixel] {
    var background = composition.canvas.background
    background.alpha = 255
    var canvas = [Pixel](repeating: Pixel(background), count: grid.columns * grid.rows)
    guard let instruction = composition.instructions.first(where: { $0.range.contains(time) }) else { return canvas }
    let places = titles.map { place(of: $0.title, in: instruction) }
    for depth in (0...instruction.layers.count).reversed() {
      if depth < instruction.layers.count, let drawn = draw(instruction.layers[depth], at: time, [], on: grid) {
        for index in canvas.indices { canvas[index] = drawn[index] + canvas[index] * (1 - drawn[index].w) }
      }
      for (title, place) in zip(titles, places).reversed() where place == depth && instruction.showsTitles {
        canvas = try title.laid(on: canvas, at: time, background: Pixel(background), grid: grid)
      }
    }
    return canvas
  }

  /// How many layers lie in front of a title.
  private func place(of title: Title, in instruction: Instruction) -> Int {
    guard !title.behind.isEmpty else { return 0 }
    let shown = instruction.layers.indices.filter { index in
      instruction.layers[index].tracks.contains(where: title.behind.contains)
    }
    if let last = shown.last { return last + 1 }
    func rank(_ track: TrackID) -> Int { composition.videoTracks.firstIndex { $0.id == track } ?? 0 }
    let own = title.behind.map(rank).max() ?? 0
    return instruction.layers.firstIndex { $0.tracks.allSatisfy { rank($0) > own } } ?? instruction.layers.count
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
      picture = shapes(of: segment, at: time).map { draw($0.shapes, $0.areFittedOnly, stages, on: luma) }
    }
    return pixels.indices.map { index in
      let share = picture.map { matte.channel == .luma ? $0[index].x : $0[index].w } ?? 0
      return pixels[index] * (matte.isInverted ? 1 - share : share)
    }
  }

  /// Shapes through stages, each with its share.
  private func draw(
    _ shapes: [(shape: Shape, share: Double)], _ areFittedOnly: Bool, _ stages: [Stage], on grid: CellGrid
  ) -> [Pixel] {
    var result = [Pixel](repeating: .zero, count: grid.columns * grid.rows)
    for (shape, share) in shapes {
      var shape = shape
      if areFittedOnly, stages.allSatisfy(\.isIdentity) { shape.snap() }
      for stage in stages {
        if let crop = stage.crop { shape.crop(to: crop) }
        shape.move(stage.transform)
      }
      let drawn = grid.draw(shape)
      for index in result.indices { result[index] += drawn[index] * share }
    }
    return result
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
      guard let (track, segment) = shown(by: id, at: time), let shown = shapes(of: segment, at: time) else {
        return nil
      }
      let factor =
        opacity * track.opacity.defined(at: time) * track.fade.defined(at: time, over: track.range)
      let mattes = [segment.matte, track.matte].compactMap(\.self)
      if !mattes.isEmpty { stage.crop = (stage.crop ?? wholeCanvas).common(with: wholeCanvas) }
      let drawn = draw(shown.shapes, shown.areFittedOnly, [stage] + outer, on: grid).map { $0 * factor }
      return mattes.reduce(drawn) { cut($0, by: $1, at: time, [stage] + outer, on: grid) }
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

  /// What a segment shows, and each part's share of it.
  private func shapes(
    of segment: VideoSegment, at time: TimelineTime
  ) -> (shapes: [(shape: Shape, share: Double)], areFittedOnly: Bool)? {
    let canvas = composition.canvas
    var pictures: [(picture: Picture, share: Double)]
    var size = canvasSize
    var upright = PlaneMap { $0 }
    switch segment.content {
    case .gap: return nil
    case .color(let color): pictures = [(Picture(color), 1)]
    case .still(let media):
      guard let source = sources[media]?.picture else { return nil }
      (pictures, size, upright) = ([(source.frames[0], 1)], source.displaySize, source.upright)
    case .movie(let media, let mapping):
      guard let source = sources[media]?.picture else { return nil }
      pictures = source.frames(at: time, in: mapping, segment.sampling, canvasFrame: canvas.rate.frameDuration)
      (size, upright) = (source.displaySize, source.upright)
    }
    let placement = segment.placement
    let crop = placement.crop.defined(at: time)
    let cropped = SIMD2(crop.width, crop.height) * size
    let place = placement.defined(at: time, croppedSize: cropped, canvas: canvasSize)
    let map = upright.then { place(($0 - SIMD2(crop.x, crop.y)) * size) }
    let opacity =
      segment.opacity.defined(at: time) * segment.fade.defined(at: time, over: segment.range)
    let outline = ConvexPolygon(from: .zero, to: cropped).mapped(place)
    let shapes = pictures.map { picture, share in
      (shape: Shape(picture: picture, outline: outline, map: map, opacity: opacity), share: share)
    }
    return shapes.isEmpty ? nil : (shapes, placement.fitsOnly)
  }
}

extension Rect {
  fileprivate func common(with other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
