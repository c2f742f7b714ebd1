/// For one stretch of the timeline, what the picture is made of.
package struct Instruction: Hashable, Sendable {
  package var range: TimelineRange
  /// Top to bottom; none is the background alone.
  package var layers: [Layer]
  /// False where the titles are left out.
  package var showsTitles: Bool
  package var origin: Origin

  package init(range: TimelineRange, layers: [Layer], showsTitles: Bool = true, origin: Origin = .none) {
    self.range = range
    self.layers = layers
    self.showsTitles = showsTitles
    self.origin = origin
  }
}

/// One track's part in an instruction, or a mixture of two. Its values come after the segment's own: transforms
/// compose, opacities multiply, and its crop is in canvas pixels.
package struct Layer: Hashable, Sendable {
  package var content: Content
  package var opacity: Curve<Double>
  package var transform: CanvasTransform
  /// In canvas pixels, before `transform`; nil keeps all.
  package var crop: Curve<Rect>?
  /// Cuts out what comes of all that, on the canvas that it lands on.
  package var matte: Matte?
  /// Instead of its segments' own.
  package var blend: BlendMode?
  package var origin: Origin

  package indirect enum Content: Hashable, Sendable {
    case track(TrackID)
    /// A mixture of whole canvases, alpha included, with so much of the second.
    case mix(Layer, Layer, amount: Curve<Double>, by: Mixture = .even)
  }

  package init(
    content: Content, opacity: Curve<Double> = Curve(1), transform: CanvasTransform = .identity,
    crop: Curve<Rect>? = nil, origin: Origin = .none
  ) {
    self.content = content
    self.opacity = opacity
    self.transform = transform
    self.crop = crop
    self.origin = origin
  }

  /// The tracks it shows, top first.
  package var tracks: [TrackID] {
    switch content {
    case .track(let id): [id]
    case .mix(let first, let second, _, _): first.tracks + second.tracks
    }
  }
}

/// Moves a whole canvas: either scaled and turned about its anchor, which lands on the position, or through a matrix.
/// All in canvas pixels.
package struct CanvasTransform: Hashable, Sendable {
  package var anchor: Point
  package var scale: Curve<Point>
  /// Degrees clockwise.
  package var rotation: Curve<Double>
  /// Where the anchor lands; nil leaves it where it is.
  package var position: Curve<Point>?
  /// Replaces scale, rotation and position.
  package var matrix: Curve<AffineTransform>?

  package init(
    anchor: Point = .zero, scale: Curve<Point> = Curve(Point(x: 1, y: 1)), rotation: Curve<Double> = Curve(0),
    position: Curve<Point>? = nil, matrix: Curve<AffineTransform>? = nil
  ) {
    self.anchor = anchor
    self.scale = scale
    self.rotation = rotation
    self.position = position
    self.matrix = matrix
  }

  package static let identity = CanvasTransform()

  /// A matrix over time.
  package init(_ matrix: Curve<AffineTransform>) { self.init(matrix: matrix) }

  package var isConstant: Bool {
    scale.isConstant && rotation.isConstant && position?.isConstant ?? true && matrix?.isConstant ?? true
  }

  package func value(at time: TimelineTime) -> AffineTransform {
    if let matrix { return matrix.value(at: time) }
    let landing = position?.value(at: time) ?? anchor
    let factor = scale.value(at: time)
    return AffineTransform.translation(-anchor.x, -anchor.y).then(.scale(factor.x, factor.y))
      .then(.rotation(degrees: rotation.value(at: time))).then(.translation(landing.x, landing.y))
  }
}
