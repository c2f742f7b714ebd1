import Media
import TimelineModel

/// Draws the picture of a composition from the definitions alone: every sample of every plane by itself, in floating
/// point, rounded once at the end.
struct ReferencePicture: Sendable {
  let composition: Composition
  let sources: [MediaReference: ReferenceSource]
  let luts: [MediaReference: ColorTable]
  /// How many pixels share a chroma sample, across and down.
  let chroma: (horizontal: Int, vertical: Int)
  private let titles: [TitlePicture]

  init(
    _ composition: Composition, sources: [MediaReference: ReferenceSource], luts: [MediaReference: ColorTable] = [:],
    pixelFormat: String
  ) throws {
    self.composition = composition
    self.luts = luts
    self.sources = sources
    chroma = pixelFormat.contains("420") ? (2, 2) : pixelFormat.contains("422") ? (2, 1) : (1, 1)
    titles = try composition.titles.map { title in
      try TitlePicture(title, sources: sources, canvas: composition.canvas.size)
    }
  }

  /// Output frame `index`: luma and both chroma planes, rounded to bytes.
  func frame(_ index: Int64) throws -> [[UInt8]] {
    let time = TimelineTime(Rational(index) / composition.canvas.rate.perSecond)
    let (luma, color): ([Pixel], [Pixel])
    if needsWholePixels {
      luma = try compose(at: time, on: grid(1, 1, hasLuma: true, hasChroma: true))
      color = means(of: luma)
    } else {
      luma = try compose(at: time, on: grid(1, 1, hasLuma: true, hasChroma: false))
      color = try compose(at: time, on: grid(chroma.horizontal, chroma.vertical, hasLuma: false, hasChroma: true))
    }
    func bytes(_ values: some Sequence<Double>) -> [UInt8] { values.map { UInt8(min(max($0.rounded(), 0), 255)) } }
    return [
      bytes(luma.lazy.map { 16 + 219 * $0.x }), bytes(color.lazy.map { 128 + 224 * $0.y }),
      bytes(color.lazy.map { 128 + 224 * $0.z }),
    ]
  }

  /// True where what becomes of one number of a pixel depends on the others.
  private var needsWholePixels: Bool {
    !composition.effects.isEmpty || composition.instructions.contains { $0.layers.contains(where: blends) }
      || composition.videoTracks.contains { $0.segments.contains { $0.blend != .normal } }
  }

  private func blends(_ layer: Layer) -> Bool {
    if case .mix(let first, let second, _, _) = layer.content, blends(first) || blends(second) { return true }
    return layer.blend != nil
  }

  /// Of the pixels of each chroma sample.
  private func means(of pixels: [Pixel]) -> [Pixel] {
    let (width, height) = (composition.canvas.size.width, composition.canvas.size.height)
    let (stepX, stepY) = chroma
    return (0..<height / stepY).flatMap { row in
      (0..<width / stepX).map { column in
        var sum = Pixel.zero
        for y in 0..<stepY { for x in 0..<stepX { sum += pixels[(row * stepY + y) * width + column * stepX + x] } }
        return sum / Double(stepX * stepY)
      }
    }
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
      if depth < instruction.layers.count {
        canvas = lay(instruction.layers[depth], on: canvas, at: time, [], nil, grid)
      }
      if depth == 0, !composition.effects.isEmpty { canvas = change(canvas, at: time, on: grid) }
      for (title, place) in zip(titles, places).reversed() where place == depth && instruction.showsTitles {
        canvas = try title.laid(on: canvas, at: time, background: Pixel(background), grid: grid)
      }
    }
    return canvas
  }

  private func lay(_ pixels: [Pixel], on canvas: [Pixel], _ blend: BlendMode) -> [Pixel] {
    zip(pixels, canvas).map { $0.laid(on: $1, blend) }
  }

  /// The whole picture taken through its effects; where they make it clear, the background shows.
  private func change(_ canvas: [Pixel], at time: TimelineTime, on grid: CellGrid) -> [Pixel] {
    let picture = Picture(width: grid.columns, height: grid.rows) { canvas[$1 * grid.columns + $0] }
      .changed(by: composition.effects, at: time, luts: luts)
    var background = composition.canvas.background
    background.alpha = 255
    return canvas.indices.map {
      picture.pixel($0 % grid.columns, $0 / grid.columns).laid(on: Pixel(background), .normal)
    }
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

  /// What is seen of a layer on what lies below. In a mixture each side is laid by itself, and what is seen is mixed.
  private func lay(
    _ layer: Layer, on canvas: [Pixel], at time: TimelineTime, _ outer: [Stage], _ outerBlend: BlendMode?,
    _ grid: CellGrid
  ) -> [Pixel] {
    let blend = outerBlend ?? layer.blend
    let opacity = layer.opacity.defined(at: time)
    var stage = Stage(
      crop: layer.crop?.defined(at: time), transform: layer.transform.defined(at: time),
      isIdentity: layer.transform.isIdentity(at: time))
    switch layer.content {
    case .track(let id):
      guard let shown = shapes(of: id, at: time) else { return canvas }
      let stages = [stage] + outer
      var result = [Pixel](repeating: .zero, count: grid.columns * grid.rows)
      for (shape, share) in shown.shapes {
        var shape = shape
        if shown.areFittedOnly, stages.allSatisfy(\.isIdentity) { shape.snap() }
        for stage in stages {
          if let crop = stage.crop { shape.crop(to: crop) }
          shape.move(stage.transform)
        }
        shape.opacity *= opacity
        let laid = lay(grid.draw(shape), on: canvas, blend ?? shown.blend)
        for index in result.indices { result[index] += laid[index] * share }
      }
      return result
    case .mix(let first, let second, let amount, let mixture):
      // What is mixed are whole canvases, which end at their edges.
      let size = composition.canvas.size
      let crop = stage.crop ?? Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
      let (right, bottom) = (
        min(crop.x + crop.width, Double(size.width)), min(crop.y + crop.height, Double(size.height))
      )
      let (left, top) = (max(crop.x, 0), max(crop.y, 0))
      stage.crop = Rect(x: left, y: top, width: right - left, height: bottom - top)
      let share = amount.defined(at: time)
      let stages = [stage] + outer
      let sides = [first, second].map { lay($0, on: canvas, at: time, stages, blend, grid) }
      func mix(_ first: [Pixel], _ second: [Pixel], _ share: (Int) -> Double) -> [Pixel] {
        canvas.indices.map { first[$0] * (1 - share($0)) + second[$0] * share($0) }
      }
      let mixed: [Pixel]
      switch mixture {
      case .even: mixed = mix(sides[0], sides[1]) { _ in share }
      case .wipe(let wipe):
        let shares = grid.shares(of: wipe, progress: share, canvas: canvasSize, through: stages.map(\.transform))
        mixed = mix(sides[0], sides[1]) { shares[$0] }
      case .through(let color):
        let middle = lay(draw(color, stages, on: grid), on: canvas, blend ?? .normal)
        mixed =
          share < 0.5 ? mix(sides[0], middle) { _ in share * 2 } : mix(middle, sides[1]) { _ in share * 2 - 1 }
      }
      return mix(canvas, mixed) { _ in opacity }
    }
  }

  private var canvasSize: SIMD2<Double> {
    SIMD2(Double(composition.canvas.size.width), Double(composition.canvas.size.height))
  }

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

  /// What a track shows, and each part's share of it.
  private func shapes(
    of id: TrackID, at time: TimelineTime
  ) -> (shapes: [(shape: Shape, share: Double)], areFittedOnly: Bool, blend: BlendMode)? {
    guard let track = composition.videoTracks.first(where: { $0.id == id }),
      let segment = track.segments.first(where: { $0.range.contains(time) })
    else { return nil }
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
    if !segment.effects.isEmpty {
      pictures = pictures.map { picture, share in
        // Some effects depend on the place, so a colour becomes a picture of the canvas's size.
        let full = picture.luma.samples.count == 1 ? picture.spread(over: canvas.size) : picture
        return (full.changed(by: segment.effects, at: time, luts: luts), share)
      }
    }
    let placement = segment.placement
    let crop = placement.crop.defined(at: time)
    let cropped = SIMD2(crop.width, crop.height) * size
    let place = placement.defined(at: time, croppedSize: cropped, canvas: canvasSize)
    let map = upright.then { place(($0 - SIMD2(crop.x, crop.y)) * size) }
    let opacity =
      segment.opacity.defined(at: time) * segment.fade.defined(at: time, over: segment.range)
      * track.opacity.defined(at: time) * track.fade.defined(at: time, over: track.range)
    let outline = ConvexPolygon(from: .zero, to: cropped).mapped(place)
    let shapes = pictures.map { picture, share in
      var shape = Shape(picture: picture, outline: outline, map: map, opacity: opacity)
      if !track.effects.isEmpty { shape = laid(shape, placement.fitsOnly, through: track.effects, at: time) }
      return (shape: shape, share: share)
    }
    return shapes.isEmpty ? nil : (shapes, placement.fitsOnly, segment.blend)
  }

  /// The canvas with a shape on it, taken through a track's effects.
  private func laid(
    _ shape: Shape, _ isFittedOnly: Bool, through effects: [Effect], at time: TimelineTime
  ) -> Shape {
    var opaque = shape
    opaque.opacity = 1
    if isFittedOnly { opaque.snap() }
    let grid = grid(1, 1, hasLuma: true, hasChroma: true)
    let pixels = grid.draw(opaque)
    let picture = Picture(width: grid.columns, height: grid.rows) { pixels[$1 * grid.columns + $0] }
      .changed(by: effects, at: time, luts: luts)
    let size = SIMD2(Double(grid.columns), Double(grid.rows))
    return Shape(
      picture: picture, outline: ConvexPolygon(from: .zero, to: size), map: PlaneMap { $0 * size },
      opacity: shape.opacity)
  }
}
