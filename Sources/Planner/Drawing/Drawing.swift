package import TimelineModel

/// How kernels make a finished frame: pictures made of pictures, each in the target's size and pixel format.
package indirect enum Drawing: Hashable, Sendable {
  /// One that fills the target as it is.
  case picture(Pixels)
  /// (1 − amount)·first + amount·second.
  case mix(Drawing, Drawing, amount: Double)
  /// (1 − m)·first + m·second, with m of each pixel.
  case wipe(Drawing, Drawing, WipeMask)
  /// Layers, back to front, on a picture; on nothing where the first one hides all.
  case layers([DrawnLayer], on: Drawing?)
  /// (1 − opacity)·base + opacity·top, where the top may be drawn on the base, as `below`.
  case veiled(Drawing, over: Drawing, opacity: Double)
  /// The base of the nearest veil around it.
  case below
}

/// What is drawn.
package indirect enum Pixels: Hashable, Sendable {
  /// A source as it is read, by its place in the recipe.
  case source(Int)
  /// What a graph with one input makes of it.
  case filtered(Int, GraphDescription)
  /// A picture of one pixel; as large as the target where it is drawn as it is.
  case color(Color)
  /// Another finished frame, and what a graph with one input makes of it, if there is anything to do.
  case canvas(Drawing, GraphDescription?)
}

package struct DrawnLayer: Hashable, Sendable {
  package var pixels: Pixels
  package var hasAlpha: Bool
  package var mapping: PictureMapping
  package var opacity: Double

  package init(_ pixels: Pixels, hasAlpha: Bool, mapping: PictureMapping, opacity: Double) {
    self.pixels = pixels
    self.hasAlpha = hasAlpha
    self.mapping = mapping
    self.opacity = opacity
  }
}

extension Drawing {
  /// The files that its filters read.
  var files: [MediaReference] {
    switch self {
    case .picture(let pixels): pixels.files
    case .mix(let first, let second, _), .wipe(let first, let second, _): first.files + second.files
    case .layers(let layers, let base): (base?.files ?? []) + layers.flatMap(\.pixels.files)
    case .veiled(let top, let base, _): top.files + base.files
    case .below: []
    }
  }
}

extension Pixels {
  fileprivate var files: [MediaReference] {
    switch self {
    case .source, .color: []
    case .filtered(_, let graph): graph.files
    case .canvas(let drawing, let graph): drawing.files + (graph?.files ?? [])
    }
  }
}

/// What one output frame is made of where kernels draw it.
package struct DrawingRecipe: Hashable, Sendable {
  package var frame: Int64
  package var time: TimelineTime
  package var sources: [PictureSource]
  package var drawing: Drawing

  package init(frame: Int64, time: TimelineTime, sources: [PictureSource], drawing: Drawing) {
    self.frame = frame
    self.time = time
    self.sources = sources
    self.drawing = drawing
  }
}
