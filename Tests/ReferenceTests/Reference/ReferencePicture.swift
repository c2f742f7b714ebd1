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
    if needsWholePixels(at: time) {
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

  /// Output frame `index` before it is rounded, as transparent as the background lets it be.
  func picture(_ index: Int64) throws -> Picture {
    let time = TimelineTime(Rational(index) / composition.canvas.rate.perSecond)
    let grid = grid(1, 1, hasLuma: true, hasChroma: true)
    let pixels = try compose(at: time, on: grid, over: Pixel(composition.canvas.background))
    return Picture(width: grid.columns, height: grid.rows) { pixels[$1 * grid.columns + $0] }
  }

  /// True where what becomes of one number of a pixel depends on the others.
  private func needsWholePixels(at time: TimelineTime) -> Bool {
    let layers = composition.instructions.first { $0.range.contains(time) }?.layers ?? []
    return !composition.effects.isEmpty || layers.contains { needsWholePixels($0, at: time) }
  }

  private func needsWholePixels(_ layer: Layer, at time: TimelineTime) -> Bool {
    if let written = layer.blend, written != .normal { return true }
    switch layer.content {
    case .mix(let first, let second, _, _):
      return needsWholePixels(first, at: time) || needsWholePixels(second, at: time)
    case .track(let id):
      guard let (track, segment) = shown(by: id, at: time), segment.content != .gap else { return false }
      return !track.effects.isEmpty || layer.blend == nil && segment.blend != .normal
    }
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
    return try compose(at: time, on: grid, over: Pixel(ground))
  }

  /// The background over black.
  private var ground: Color {
    let own = composition.canvas.background
    func level(_ value: UInt8) -> UInt8 { UInt8((Double(value) * Double(own.alpha) / 255).rounded()) }
    return Color(red: level(own.red), green: level(own.green), blue: level(own.blue))
  }

  private func compose(at time: TimelineTime, on grid: CellGrid, over background: Pixel) throws -> [Pixel] {
    var canvas = [Pixel](repeating: background, count: grid.columns * grid.rows)
    guard let instruction = composition.instructions.first(where: { $0.range.contains(time) }) else { return canvas }
    let places = titles.map { place(of: $0.title, in: instruction) }
    for depth in (0...instruction.layers.count).reversed() {
      if depth < instruction.layers.count {
        canvas = lay(instruction.layers[depth], on: canvas, at: time, [], nil, grid)
      }
      for (title, place) in zip(titles, places).reversed() where place == depth && instruction.showsTitles {
        canvas = try title.laid(on: canvas, at: time, background: background, grid: grid)
      }
    }
    if !composition.effects.isEmpty { canvas = change(canvas, at: time, on: grid) }
    for title in titles.reversed() where title.title.behind.isEmpty && instruction.showsTitles {
      canvas = try title.laid(on: canvas, at: time, background: background, grid: grid)
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
    return canvas.indices.map {
      picture.pixel($0 % grid.columns, $0 / grid.columns).laid(on: Pixel(ground), .normal)
    }
  }

  /// How many layers lie in front of a title; nil where it lies in front of all, whatever is done to them.
  private func place(of title: Title, in instruction: Instruction) -> Int? {
    guard !title.behind.isEmpty else { return nil }
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

  private func mix(_ first: [Pixel], _ second: [Pixel], _ share: (Int) -> Double) -> [Pixel] {
    first.indices.map { first[$0] * (1 - share($0)) + second[$0] * share($0) }
  }

  /// What is seen of a layer on what lies below, where its matte lets it.
  private func lay(
    _ layer: Layer, on canvas: [Pixel], at time: TimelineTime, _ outer: [Stage], _ outerBlend: BlendMode?,
    _ grid: CellGrid
  ) -> [Pixel] {
    let laid = layContent(of: layer, on: canvas, at: time, outer, outerBlend, grid)
    guard let matte = layer.matte else { return laid }
    let shares = shares(of: matte, at: time, outer, grid)
    return mix(canvas, laid) { shares[$0] }
  }

  /// A layer by itself.
  private func alone(_ layer: Layer, at time: TimelineTime, _ outer: [Stage], _ grid: CellGrid) -> [Pixel] {
    let nothing = [Pixel](repeating: .zero, count: grid.columns * grid.rows)
    return lay(layer, on: nothing, at: time, outer, .normal, grid)
  }

  /// How much a matte leaves, cell by cell.
  private func shares(
    of matte: Matte, at time: TimelineTime, _ stages: [Stage], _ grid: CellGrid
  ) -> [Double] {
    var luma = grid
    luma.hasLuma = true
    var picture: [Pixel]
    switch matte.content {
    case .track(let id): picture = alone(Layer(content: .track(id)), at: time, stages, luma)
    case .still(let media, let fit):
      let segment = VideoSegment(content: .still(media), range: composition.range, placement: Placement(fit: fit))
      picture = [Pixel](repeating: .zero, count: grid.columns * grid.rows)
      if let shown = shapes(of: segment, at: time) {
        for (shape, share) in shown.shapes {
          let drawn = luma.draw(through(stages, shape, shown.areFittedOnly))
          for index in picture.indices { picture[index] += drawn[index] * share }
        }
      }
    }
    return picture.map { pixel in
      let share = matte.channel == .luma ? pixel.x : pixel.w
      return matte.isInverted ? 1 - share : share
    }
  }

  private func through(_ stages: [Stage], _ shape: Shape, _ isFittedOnly: Bool) -> Shape {
    var shape = shape
    if isFittedOnly, stages.allSatisfy(\.isIdentity) { shape.snap() }
    for stage in stages {
      if let crop = stage.crop { shape.crop(to: crop) }
      shape.move(stage.transform)
    }
    return shape
  }

  /// In a mixture each side is laid by itself, and what is seen is mixed.
  private func layContent(
    of layer: Layer, on canvas: [Pixel], at time: TimelineTime, _ outer: [Stage], _ outerBlend: BlendMode?,
    _ grid: CellGrid
  ) -> [Pixel] {
    let blend = outerBlend ?? layer.blend
    let opacity = layer.opacity.definedShare(at: time)
    var stage = Stage(
      crop: layer.crop?.defined(at: time).common(with: wholeCanvas), transform: layer.transform.defined(at: time),
      isIdentity: layer.transform.isIdentity(at: time))
    if layer.crop?.defined(at: time) == wholeCanvas, let shift = shift(layer.transform, at: time) {
      stage.transform = { $0 + shift }
      stage.isIdentity = shift == .zero
    }
    switch layer.content {
    case .track(let id):
      guard let (track, segment) = shown(by: id, at: time),
        let shown = shapes(of: segment, at: time, canvasEffects: track.effects)
      else { return canvas }
      let factor = opacity * track.opacity.definedShare(at: time) * track.fade.defined(at: time, over: track.range)
      let mattes = [segment.matte, track.matte].compactMap(\.self)
      if !mattes.isEmpty { stage.crop = (stage.crop ?? wholeCanvas).common(with: wholeCanvas) }
      let stages = [stage] + outer
      let cuts = mattes.map { shares(of: $0, at: time, stages, grid) }
      var result = [Pixel](repeating: .zero, count: grid.columns * grid.rows)
      for (shape, share) in shown.shapes {
        var drawn = grid.draw(through(stages, shape, shown.areFittedOnly))
        for index in drawn.indices { drawn[index] *= cuts.reduce(factor) { $0 * $1[index] } }
        let laid = lay(drawn, on: canvas, blend ?? segment.blend)
        for index in result.indices { result[index] += laid[index] * share }
      }
      return result
    case .mix(let first, let second, let amount, let mixture):
      // What is mixed are whole canvases, which end at their edges.
      stage.crop = (stage.crop ?? wholeCanvas).common(with: wholeCanvas)
      let share = amount.definedShare(at: time)
      let stages = [stage] + outer
      let sides = [first, second].map { lay($0, on: canvas, at: time, stages, blend, grid) }
      let mixed: [Pixel]
      switch mixture {
      case .even: mixed = mix(sides[0], sides[1]) { _ in share }
      case .wipe(let wipe):
        let shares = grid.shares(of: wipe, progress: share, canvas: canvasSize, through: stages.map(\.transform))
        mixed = mix(sides[0], sides[1]) { shares[$0] }
      case .xfade(let kind):
        // Its sides are canvases by themselves, but for its ends. Where nothing is seen on either, there is nothing to
        // cross.
        guard 0 < share, share < 1 else { return mix(canvas, sides[Int(share)]) { _ in opacity } }
        let alones = [first, second].map { alone($0, at: time, stages, grid) }
        guard alones.contains(where: { $0.contains { $0.w > 0 } }) else { return canvas }
        let crossed =
          kind == "fade"
          ? mix(alones[0], alones[1]) { _ in share }
          : grid.draw(through(stages, crossing(first, second, kind, share, at: time), true))
        mixed = lay(crossed, on: canvas, blend ?? commonBlend(first, second, at: time) ?? .normal)
      case .through(let color):
        let mode = blend ?? commonBlend(first, second, at: time) ?? .normal
        let middle = lay(draw(color, stages, on: grid), on: canvas, mode)
        mixed =
          share < 0.5 ? mix(sides[0], middle) { _ in share * 2 } : mix(middle, sides[1]) { _ in share * 2 - 1 }
      }
      return mix(canvas, mixed) { _ in opacity }
    }
  }

  /// What one of libavfilter's transitions makes of two layers, as a picture that fills the canvas.
  private func crossing(
    _ first: Layer, _ second: Layer, _ kind: String, _ progress: Double, at time: TimelineTime
  ) -> Shape {
    let pixels = grid(1, 1, hasLuma: true, hasChroma: true)
    let made = ReferenceCrossing(
      alone(first, at: time, [], pixels), alone(second, at: time, [], pixels), width: pixels.columns,
      height: pixels.rows, progress: progress)
    return Shape(
      picture: made.picture(kind), outline: ConvexPolygon(from: .zero, to: canvasSize),
      map: PlaneMap { $0 * canvasSize }, opacity: 1)
  }

  /// How both sides of a mixture are blended; nil where they do not agree. A side that shows nothing has no say.
  private func commonBlend(_ first: Layer, _ second: Layer, at time: TimelineTime) -> BlendMode? {
    let (one, other) = (blends(of: first, at: time), blends(of: second, at: time))
    let modes = one.union(other)
    return modes.count == 1 ? modes.first! : nil
  }

  private func blends(of layer: Layer, at time: TimelineTime) -> Set<BlendMode?> {
    if layer.opacity.definedShare(at: time) == 0 { return [] }
    if let written = layer.blend { return [written] }
    switch layer.content {
    case .track(let id):
      guard let (track, segment) = shown(by: id, at: time), shapes(of: segment, at: time) != nil,
        track.opacity.definedShare(at: time) * segment.opacity.definedShare(at: time) > 0
      else { return [] }
      return [segment.blend]
    case .mix(let first, let second, _, _):
      let modes = blends(of: first, at: time).union(blends(of: second, at: time))
      return modes.count > 1 ? [nil] : modes
    }
  }

  /// How far a canvas that is only moved goes: in whole samples of chroma.
  private func shift(_ transform: CanvasTransform, at time: TimelineTime) -> SIMD2<Double>? {
    let map = transform.defined(at: time)
    let origin = map(.zero)
    let isMoved = [SIMD2(1, 0), SIMD2(0, 1)].allSatisfy { axis in
      let error = map(axis) - origin - axis
      return max(abs(error.x), abs(error.y)) < 1e-9
    }
    guard isMoved else { return nil }
    let step = SIMD2(Double(chroma.horizontal), Double(chroma.vertical))
    return (origin / step + 0.5 + 1e-6).rounded(.down) * step
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
    of segment: VideoSegment, at time: TimelineTime, canvasEffects: [Effect] = []
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
    if !segment.effects.isEmpty {
      pictures = pictures.map { picture, share in
        // Some effects depend on the place, so a colour becomes a picture of the canvas's size.
        let full = picture.luma.samples.count == 1 ? picture.spread(over: canvas.size) : picture
        return (full.changed(by: segment.effects, at: time, luts: luts), share)
      }
    }
    let placement = segment.placement
    let crop = placement.crop.defined(at: time).common(with: .unit)
    if crop.width <= 0 || crop.height <= 0 { return nil }
    let cropped = SIMD2(crop.width, crop.height) * size
    let place = placement.defined(at: time, croppedSize: cropped, canvas: canvasSize)
    let map = upright.then { place(($0 - SIMD2(crop.x, crop.y)) * size) }
    let opacity =
      segment.opacity.definedShare(at: time) * segment.fade.defined(at: time, over: segment.range)
    let outline = ConvexPolygon(from: .zero, to: cropped).mapped(place)
    let shapes = pictures.map { picture, share in
      var shape = Shape(picture: picture, outline: outline, map: map, opacity: opacity)
      if !canvasEffects.isEmpty { shape = laid(shape, placement.fitsOnly, through: canvasEffects, at: time) }
      return (shape: shape, share: share)
    }
    return shapes.isEmpty ? nil : (shapes, placement.fitsOnly)
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

extension Rect {
  fileprivate func common(with other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
