package import TimelineModel

/// One picture that goes into a frame.
package struct PictureSource: Hashable, Sendable {
  package var content: Content
  /// What is done to it before it is drawn.
  package var treatment = FrameTreatment.none
  /// What the document wrote that asks for it.
  package var origin: Origin

  package enum Content: Hashable, Sendable {
    /// A frame of a movie, by its number in the stream's timing.
    case movie(MediaReference, frame: Int64)
    case still(MediaReference)
    /// A picture of one colour, made as the graph's input asks for it.
    case color(Color)
    /// A title's raster, by its index in the composition; straight alpha.
    case title(Int)
    /// A frame of what a run of filters makes of pictures.
    indirect case run(EffectRun, frame: Int64)
    /// How much of a wipe's second picture shows, as a gray picture of the size that the graph's input asks for.
    case mask(WipeMask)
  }

  package init(_ content: Content, origin: Origin = .none) {
    self.content = content
    self.origin = origin
  }

  package var media: MediaReference? {
    switch content {
    case .movie(let media, _), .still(let media): media
    case .run(let run, let frame): run.source(frame).media
    case .color, .title, .mask: nil
    }
  }
}

/// What of a title's raster decides where it lies.
package struct TitleFacts: Hashable, Sendable {
  package var size: PixelSize
  /// Raster pixels for each canvas pixel.
  package var scale: Double
  /// The text's box in canvas pixels, and its top left corner in raster pixels.
  package var boxSize: Point
  package var boxOffset: Point

  package init(size: PixelSize, scale: Double, boxSize: Point, boxOffset: Point) {
    self.size = size
    self.scale = scale
    self.boxSize = boxSize
    self.boxOffset = boxOffset
  }
}
