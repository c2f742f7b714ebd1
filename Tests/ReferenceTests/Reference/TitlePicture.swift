import Media
import TimelineModel

/// A title's tree, drawn from the definitions. The rasters of texts are taken as given, and where they lie is not.
struct TitlePicture: Sendable {
  let title: Title
  let sources: [MediaReference: ReferenceSource]
  let canvasSize: SIMD2<Double>
  /// Of the texts whose colours stay, by how they are drawn.
  private var rasters: [TextDrawing: Raster] = [:]

  init(_ title: Title, sources: [MediaReference: ReferenceSource], canvas: PixelSize) throws {
    self.title = title
    self.sources = sources
    canvasSize = SIMD2(Double(canvas.width), Double(canvas.height))
    try prepare(title.layer, zoom: 1)
  }

  private mutating func prepare(_ layer: TitleLayer, zoom: Double) throws {
    let zoom = zoom * layer.zoom
    if case .text(let text) = layer.content, text.color == nil {
      let drawing = TextDrawing(runs: text.runs, style: text.style, scale: zoom)
      if text.width == nil { rasters[drawing] = try Raster(drawing) }
    }
    for child in layer.layers { try prepare(child, zoom: zoom) }
  }

  /// What the canvas looks like with the title on it.
  func laid(on canvas: [Pixel], at time: TimelineTime, background: Pixel, grid: CellGrid) throws -> [Pixel] {
    guard title.range.contains(time) else { return canvas }
    let ground = Space(size: canvasSize, place: { $0 }, stands: true, zoom: 1)
    let brush = Brush(
      grid: grid, time: time,
      behind: Picture(width: grid.columns, height: grid.rows) { canvas[$1 * grid.columns + $0] })
    let start = title.holdsPicture ? [Pixel](repeating: background, count: canvas.count) : canvas
    let opacity = opacity(of: title.layer, at: time)
    let drawn = try draw(title.layer, in: ground, brush, on: start)
    return zip(canvas, drawn).map { $0 * (1 - opacity) + $1 * opacity }
  }

  private func opacity(of layer: TitleLayer, at time: TimelineTime) -> Double {
    layer.opacity.definedShare(at: time) * layer.fade.defined(at: time, over: title.range)
  }

  // MARK: Layers

  /// What a layer lies in: the size of the box, and from the box to the canvas.
  private struct Space {
    var size: SIMD2<Double>
    var place: (SIMD2<Double>) -> SIMD2<Double>
    var stands: Bool
    var zoom: Double
  }

  private struct Brush {
    var grid: CellGrid
    var time: TimelineTime
    /// All that lies behind the title.
    var behind: Picture
  }

  /// The canvas with the layer and its children on it at full opacity.
  private func draw(_ layer: TitleLayer, in parent: Space, _ brush: Brush, on canvas: [Pixel]) throws -> [Pixel] {
    let time = brush.time
    let zoom = parent.zoom * layer.zoom
    let raster = try raster(of: layer, in: parent, zoom: zoom, at: time)
    let size = size(of: layer, raster, in: parent, at: time)
    let (factor, turn) = (layer.scale.defined(at: time).vector, layer.rotation.defined(at: time))
    let landing = layer.position.defined(at: time).defined(in: parent.size)
    let anchor = layer.anchor.vector * size
    let place: (SIMD2<Double>) -> SIMD2<Double> = {
      parent.place(landing + turned(($0 - anchor) * factor, by: turn))
    }
    let space = Space(size: size, place: place, stands: parent.stands && layer.stands, zoom: zoom)
    var result = canvas
    for picture in pictures(of: layer, raster, in: space, brush) {
      for index in result.indices { result[index] = picture[index] + result[index] * (1 - picture[index].w) }
    }
    for child in layer.layers.reversed() {
      let drawn = try draw(child, in: space, brush, on: result)
      let opacity = opacity(of: child, at: time)
      for index in result.indices { result[index] = result[index] * (1 - opacity) + drawn[index] * opacity }
    }
    return result
  }

  private func size(of layer: TitleLayer, _ raster: Raster?, in parent: Space, at time: TimelineTime) -> SIMD2<Double> {
    if let raster { return raster.boxSize }
    if let size = layer.content.size {
      let written = size.defined(at: time).defined(in: parent.size)
      return SIMD2(max(written.x, 0), max(written.y, 0))
    }
    guard case .image(let media, _) = layer.content else { return .zero }
    return sources[media]?.picture?.displaySize ?? .zero
  }

  private func raster(
    of layer: TitleLayer, in parent: Space, zoom: Double, at time: TimelineTime
  ) throws -> Raster? {
    guard case .text(let text) = layer.content else { return nil }
    var runs = text.runs
    if let color = text.color?.defined(at: time) {
      for index in runs.indices where runs[index].style.color == text.style.color { runs[index].style.color = color }
    }
    let width = text.width.map { $0.pixels + $0.fraction * parent.size.x }
    let drawing = TextDrawing(runs: runs, style: text.style, width: width, scale: zoom)
    return try rasters[drawing] ?? Raster(drawing)
  }

  /// What the layer itself shows, on the whole canvas.
  private func pictures(of layer: TitleLayer, _ raster: Raster?, in space: Space, _ brush: Brush) -> [[Pixel]] {
    switch layer.content {
    case .group: return []
    case .text:
      guard let raster else { return [] }
      let box = { (point: SIMD2<Double>) in space.place((point - raster.boxCorner) / raster.scale) }
      return [brush.grid.draw(rectangle(raster.picture, raster.size, in: space, box))]
    case .image(let media, _):
      guard let source = sources[media]?.picture else { return [] }
      return [brush.grid.draw(rectangle(source.frames[0], space.size, in: space, space.place))]
    case .picture: return [brush.grid.draw(rectangle(brush.behind, space.size, in: space, space.place))]
    case .shape(let shape):
      let fill = draw(shape, in: space, brush, grown: 0, shape.color.defined(at: brush.time))
      guard let outline = shape.outline else { return [fill] }
      // The line lies beside the shape: both together are one picture.
      let (outer, inner) = (
        draw(shape, in: space, brush, grown: outline.width, outline.color),
        draw(shape, in: space, brush, grown: 0, outline.color)
      )
      return [fill.indices.map { fill[$0] + outer[$0] - inner[$0] }]
    }
  }

  /// A picture that fills a rectangle of `size` from zero on, which `place` takes to the canvas.
  private func rectangle(
    _ picture: Picture, _ size: SIMD2<Double>, in space: Space,
    _ place: @escaping (SIMD2<Double>) -> SIMD2<Double>
  ) -> Shape {
    var shape = Shape(
      picture: picture, outline: ConvexPolygon(from: .zero, to: size).mapped(place), map: PlaneMap { place($0 * size) },
      opacity: 1)
    // What stands still keeps its sharp edges.
    if space.stands, shape.isUpright { shape.snap() }
    return shape
  }

  private func draw(
    _ shape: TitleShape, in space: Space, _ brush: Brush, grown margin: Double, _ color: Color
  ) -> [Pixel] {
    let outline = shape.figure.outline(of: space.size, grown: margin).mapped(space.place)
    return brush.grid.draw(Shape(picture: Picture(color), outline: outline, map: PlaneMap { $0 }, opacity: 1))
  }
}

// MARK: Texts

private struct Raster: Sendable {
  let picture: Picture
  let size: SIMD2<Double>
  let scale: Double
  /// In raster pixels.
  let boxCorner: SIMD2<Double>
  /// In canvas pixels.
  let boxSize: SIMD2<Double>

  init(_ drawing: TextDrawing) throws {
    let raster = try TextRasteriser().raster(drawing)
    picture = Picture(rgba: raster.rgba, size: raster.size, isPremultiplied: true)
    size = SIMD2(Double(raster.size.width), Double(raster.size.height))
    scale = drawing.scale
    boxCorner = raster.boxOffset.vector
    boxSize = raster.boxSize.vector
  }
}

extension TitleLayer {
  /// The largest that it ever gets by itself.
  fileprivate var zoom: Double {
    ([scale.base] + scale.pieces.flatMap { [$0.from, $0.to] }).map { max($0.x, $0.y) }.max() ?? 1
  }

  /// Whether it never moves.
  fileprivate var stands: Bool {
    scale.isConstant && rotation.isConstant && position.isConstant && content.size?.isConstant ?? true
  }
}

extension RelativePoint {
  func defined(in size: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(x.pixels + x.fraction * size.x, y.pixels + y.fraction * size.y)
  }
}
