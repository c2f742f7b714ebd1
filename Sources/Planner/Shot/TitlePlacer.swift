package import TimelineModel

/// What is known of a text that is drawn; nil where it cannot be drawn.
package typealias TextMeasure = (TextDrawing) -> TextFacts?

/// Places the layers of titles at one moment.
struct TitlePlacer {
  let scene: Scene
  let time: TimelineTime
  let texts: TextMeasure

  /// What a layer lies in.
  private struct Space {
    /// Of the box, in canvas pixels.
    var size: Point
    /// From the box, whose top left corner is the origin, to target pixels.
    var transform: AffineTransform
    /// False where it moves at some time.
    var stands: Bool
    /// The largest that it ever gets.
    var zoom: Double

    /// How far the box reaches across its narrower way, in target pixels.
    var extent: Double {
      let across = (transform.a * transform.a + transform.b * transform.b).squareRoot() * size.x
      let down = (transform.c * transform.c + transform.d * transform.d).squareRoot() * size.y
      return min(across, down)
    }
  }

  /// A title with all that lies behind it, both back to front.
  func placing(_ title: Title, onto behind: [PlacedLayer]) -> [PlacedLayer] {
    guard title.range.contains(time) else { return behind }
    let target = scene.target
    let canvas = Space(
      size: Point(target.canvas), transform: target.fromCanvas,
      stands: true, zoom: 1)
    guard title.holdsPicture else {
      return behind + [place(title.layer, of: title, in: canvas, behind)].compactMap(\.self)
    }
    // The picture goes into the title, so nothing of it is left where it was, unless the title fades.
    let background = scene.background
    let opacity = opacity(of: title.layer, title)
    if opacity <= 0 { return behind }
    var whole = title.layer
    (whole.opacity, whole.fade) = (Curve(1), .none)
    let framed = [place(whole, of: title, in: canvas, behind)].compactMap(\.self)
    if opacity >= 1 { return [.fill(background, target: target)] + framed }
    let picture = SourcePicture(canvas: framed, background: background, target: target)
    return behind + [.picture(picture, .whole(of: target), opacity: opacity)]
  }

  private func opacity(of layer: TitleLayer, _ title: Title) -> Double {
    layer.opacity.share(at: time) * layer.fade.value(at: time, in: title.range)
  }

  private func place(
    _ layer: TitleLayer, of title: Title, in parent: Space, _ behind: [PlacedLayer]
  ) -> PlacedLayer? {
    let opacity = opacity(of: layer, title)
    guard opacity > 0 else { return nil }
    let drawn = content(of: layer, in: parent)
    guard let size = drawn.size else { return nil }
    let own = transform(of: layer, size, in: parent)
    let space = Space(
      size: size, transform: own, stands: parent.stands && layer.stands, zoom: parent.zoom * layer.zoom)
    let back = picture(of: layer, drawn, in: space, behind)
    let children = layer.layers.reversed().compactMap { place($0, of: title, in: space, behind) }
    return .grouped([back].compactMap(\.self) + children, opacity: opacity)
  }

  private func transform(of layer: TitleLayer, _ size: Point, in parent: Space) -> AffineTransform {
    let (scale, landing) = (layer.scale.value(at: time), layer.position.value(at: time).resolved(in: parent.size))
    return AffineTransform.translation(-layer.anchor.x * size.x, -layer.anchor.y * size.y)
      .then(.scale(scale.x, scale.y)).then(.rotation(degrees: layer.rotation.value(at: time)))
      .then(.translation(landing.x, landing.y)).then(parent.transform)
  }

  // MARK: Contents

  /// A layer's content once its size is known.
  private struct Content {
    /// Nil where it cannot be drawn.
    var size: Point?
    var text: (drawing: TextDrawing, facts: TextFacts)?
  }

  private func content(of layer: TitleLayer, in parent: Space) -> Content {
    func resolved(_ curve: Curve<RelativePoint>) -> Point {
      let size = curve.value(at: time).resolved(in: parent.size)
      // An ease may go below nothing.
      return Point(x: max(size.x, 0), y: max(size.y, 0))
    }
    switch layer.content {
    case .group(let size), .picture(let size): return Content(size: resolved(size))
    case .shape(let shape): return Content(size: resolved(shape.size))
    case .image(let media, let size):
      guard let video = scene.catalog.facts(for: media)?.video else { return Content() }
      let natural = Point(video.displaySize)
      return Content(size: size.map(resolved) ?? natural)
    case .text(let text):
      let drawing = drawing(of: text, layer, in: parent)
      guard let facts = texts(drawing) else { return Content() }
      return Content(size: facts.boxSize, text: (drawing, facts))
    }
  }

  private func picture(
    of layer: TitleLayer, _ drawn: Content, in space: Space, _ behind: [PlacedLayer]
  ) -> PlacedLayer? {
    switch layer.content {
    case .group: return nil
    case .text: return drawn.text.flatMap { lay($0.drawing, $0.facts, layer, in: space) }
    case .shape(let shape): return lay(shape, layer, in: space)
    case .image(let media, _):
      guard let video = scene.catalog.facts(for: media)?.video else { return nil }
      let source = PictureSource(.still(media), origin: layer.origin)
      return lay(
        SourcePicture(source, facts: video, canvas: scene.target.color.canvasLight), video.orientation, in: space)
    case .picture:
      let canvas = SourcePicture(canvas: behind, background: scene.background, target: scene.target)
      return lay(canvas, .upright, in: space)
    }
  }

  /// A picture that fills its box, and where that stands still, keeps to whole pixels unless it is told not to.
  private func lay(
    _ picture: SourcePicture, _ orientation: Orientation, in space: Space, snaps: Bool = true, opacity: Double = 1
  ) -> PlacedLayer? {
    let size = orientation.swapsAxes ? picture.size.swapped : picture.size
    let fitting = AffineTransform.scale(space.size.x / Double(size.width), space.size.y / Double(size.height))
    let placing = Placing(
      orientation: orientation, size: size, visible: size.rect, transform: fitting.then(space.transform), clip: nil,
      snaps: snaps && space.stands)
    return LayerGeometry(placing, on: scene.target.bounds).map { .picture(picture, $0, opacity: opacity) }
  }
}

// MARK: Texts

extension TitlePlacer {
  private func drawing(of text: TitleText, _ layer: TitleLayer, in parent: Space) -> TextDrawing {
    TextDrawing(
      runs: text.runs(at: time), style: text.style, width: text.width?.resolved(in: parent.size.x),
      scale: rasterScale(of: text, zoom: parent.zoom * layer.zoom))
  }

  /// How large a text's raster should be: pixels for each canvas pixel, enough for the largest that it gets, unless
  /// that were many times more than the target can show.
  private func rasterScale(of text: TitleText, zoom: Double) -> Double {
    let target = scene.target
    let fraction = Double(target.size.height) / Double(target.canvas.height)
    let visible = Double(target.size.width) * Double(target.size.height)
    let roomy = (4 * visible / text.likelyArea).squareRoot()
    // What is large even at its own size, such as long credits, keeps its sharpness.
    return min(max(zoom * fraction, 1.0 / 64), max(roomy, fraction), 16)
  }

  private func lay(_ text: TextDrawing, _ facts: TextFacts, _ layer: TitleLayer, in space: Space) -> PlacedLayer? {
    let raster = AffineTransform.translation(-facts.boxOffset.x, -facts.boxOffset.y)
      .then(.scale(1 / text.scale, 1 / text.scale))
    // Letters that stand still keep their sharp edges.
    let placing = Placing(whole: facts.size, by: raster.then(space.transform), snaps: space.stands)
    let picture = SourcePicture(drawn: .text(text), size: facts.size, on: scene.target, origin: layer.origin)
    return LayerGeometry(placing, on: scene.target.bounds).map { .picture(picture, $0, opacity: 1) }
  }
}

extension TitleText {
  /// About how many canvas pixels the text's box covers at scale 1, going by the number of its characters.
  fileprivate var likelyArea: Double {
    let lines = string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let padding = 2 * (style.box?.padding ?? 0)
    let width = Double(lines.map(\.count).max() ?? 0) * 0.6 * style.size + padding
    return max(width * (Double(lines.count) * 1.2 * style.size + padding), 1)
  }
}

// MARK: Shapes

extension TitlePlacer {
  private func lay(_ shape: TitleShape, _ layer: TitleLayer, in space: Space) -> PlacedLayer? {
    let color = shape.color.value(at: time)
    let outline = shape.outline.flatMap { $0.width > 0 && $0.color.alpha > 0 ? $0 : nil }
    if outline == nil, color.alpha == 0 { return nil }
    // A plain rectangle is one pixel made large, however large it is; what a pixel of a fine line shows is reckoned.
    if outline == nil, shape.figure.isPlain, space.extent >= 4 { return lay(color, layer, in: space) }
    let reach = outline?.width ?? 0
    let box = Rect(x: -reach, y: -reach, width: space.size.x + 2 * reach, height: space.size.y + 2 * reach)
    let rect = PixelRect(around: space.transform.bounds(of: box)).intersection(scene.target.bounds)
    guard !rect.isEmpty else { return nil }
    let drawing = ShapeDrawing(
      figure: shape.figure, box: space.size, color: color, outline: outline,
      transform: space.transform.then(.translation(-Double(rect.x), -Double(rect.y))), size: rect.size)
    let picture = SourcePicture(drawn: .shape(drawing), size: rect.size, on: scene.target, origin: layer.origin)
    return .picture(picture, LayerGeometry(whole: rect), opacity: 1)
  }

  private func lay(_ color: Color, _ layer: TitleLayer, in space: Space) -> PlacedLayer? {
    let picture = SourcePicture(
      color: color.withoutAlpha, size: scene.target.canvas, on: scene.target, origin: layer.origin)
    return lay(picture, .upright, in: space, snaps: false, opacity: Double(color.alpha) / 255)
  }
}

extension TitleShape.Figure {
  fileprivate var isPlain: Bool { self == .rectangle(radius: 0) || self == .line(hasRoundEnds: false) }
}

extension TitleLayer {
  /// The largest that it ever gets by itself.
  fileprivate var zoom: Double { scale.extremes.flatMap { [abs($0.x), abs($0.y)] }.max() ?? 1 }

  /// True where it never moves.
  fileprivate var stands: Bool {
    scale.isConstant && rotation.isConstant && position.isConstant && content.size?.isConstant != false
  }
}

extension PlacedLayer {
  /// One colour all over the target.
  fileprivate static func fill(_ color: Color, target: RenderTarget) -> PlacedLayer {
    let picture = SourcePicture(color: color.withoutAlpha, size: target.size, on: target, origin: .none)
    return .picture(picture, .whole(of: target), opacity: 1)
  }
}
