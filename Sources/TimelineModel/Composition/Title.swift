/// A tree of text, pictures and shapes that is drawn with the picture for a stretch of the timeline.
package struct Title: Hashable, Sendable {
  package var range: TimelineRange
  package var layer: TitleLayer
  /// The video tracks that it lies right behind; none is in front of all.
  package var behind: [TrackID]
  package var origin: Origin

  package init(range: TimelineRange, layer: TitleLayer, behind: [TrackID] = [], origin: Origin = .none) {
    self.range = range
    self.layer = layer
    self.behind = behind
    self.origin = origin
  }

  /// Whether everything that lies behind it becomes a part of it.
  package var holdsPicture: Bool { layer.holdsPicture }

  /// What messages call it: its first text, or else what it is.
  package var name: String { layer.firstText.map { "“\($0.prefix { !$0.isNewline })”" } ?? layer.content.kind }
}

/// One layer of a title, with those that lie on it.
///
/// It has a box, whose top left corner is the origin of its children. The point `anchor` of the box is scaled and
/// turned about, and lands on `position` in the box of its parent, which for the outermost layer is the canvas. Its
/// curves run on the timeline's clock.
package struct TitleLayer: Hashable, Sendable {
  package var content: Content
  /// In canvas pixels or fractions of the parent's box.
  package var position: Curve<RelativePoint>
  /// In fractions of its own box.
  package var anchor: Point
  package var scale: Curve<Point>
  /// Degrees clockwise.
  package var rotation: Curve<Double>
  /// Of the layer and its children as one picture.
  package var opacity: Curve<Double>
  package var fade: Fade
  /// In front of what the layer itself shows; the first in front of the others.
  package var layers: [TitleLayer]
  package var origin: Origin

  package enum Content: Hashable, Sendable {
    /// Nothing but its children, in a box of this size.
    case group(size: Curve<RelativePoint>)
    case text(TitleText)
    /// Nil is as many canvas pixels as the upright picture has pixels.
    case image(MediaReference, size: Curve<RelativePoint>?)
    case shape(TitleShape)
    /// All that lies behind the title.
    case picture(size: Curve<RelativePoint>)
  }

  package init(
    content: Content, position: Curve<RelativePoint> = Curve(.middle), anchor: Point = Point(x: 0.5, y: 0.5),
    scale: Curve<Point> = Curve(Point(x: 1, y: 1)), rotation: Curve<Double> = Curve(0),
    opacity: Curve<Double> = Curve(1), fade: Fade = .none, layers: [TitleLayer] = [], origin: Origin = .none
  ) {
    self.content = content
    self.position = position
    self.anchor = anchor
    self.scale = scale
    self.rotation = rotation
    self.opacity = opacity
    self.fade = fade
    self.layers = layers
    self.origin = origin
  }

  /// It and all layers on it, from behind to the front of each.
  package var all: [TitleLayer] { [self] + layers.flatMap(\.all) }

  package var holdsPicture: Bool {
    if case .picture = content { return true }
    return layers.contains(where: \.holdsPicture)
  }

  fileprivate var firstText: String? {
    if case .text(let text) = content { return text.string }
    return layers.lazy.compactMap(\.firstText).first
  }
}

extension TitleLayer.Content {
  /// What is written of its size; nil where it follows from what it shows.
  package var size: Curve<RelativePoint>? {
    switch self {
    case .group(let size), .picture(let size): size
    case .image(_, let size): size
    case .shape(let shape): shape.size
    case .text: nil
    }
  }

  /// Nil where it has no colour of its own that could change.
  package var color: Curve<Color>? {
    switch self {
    case .shape(let shape): shape.color
    case .text(let text): text.color
    case .group, .image, .picture: nil
    }
  }

  /// In a word, with its article.
  package var kind: String {
    switch self {
    case .group: "a group"
    case .text: "a text"
    case .image: "an image"
    case .picture: "the picture"
    case .shape(let shape): "\(shape.figure == .ellipse ? "an" : "a") \(shape.figure.name)"
    }
  }
}
