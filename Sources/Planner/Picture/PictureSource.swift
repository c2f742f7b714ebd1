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
    /// With straight alpha.
    case text(TextDrawing)
    /// With straight alpha.
    case shape(ShapeDrawing)
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
    case .color, .text, .shape, .mask: nil
    }
  }
}
