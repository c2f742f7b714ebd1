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
  /// From canvas pixels to canvas pixels.
  package var transform: Curve<AffineTransform>
  /// In canvas pixels, before `transform`; nil keeps all.
  package var crop: Curve<Rect>?
  package var origin: Origin

  package indirect enum Content: Hashable, Sendable {
    case track(TrackID)
    /// (1 − amount)·first + amount·second of whole canvases, alpha included.
    case mix(Layer, Layer, amount: Curve<Double>)
  }

  package init(
    content: Content, opacity: Curve<Double> = Curve(1), transform: Curve<AffineTransform> = Curve(.identity),
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
    case .mix(let first, let second, _): first.tracks + second.tracks
    }
  }
}
