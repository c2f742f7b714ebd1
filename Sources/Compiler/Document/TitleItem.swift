package import Diagnostics
import Syntax
package import TimelineModel

package struct TitleItem: Sendable {
  package var id: Located<String>?
  package var over: Located<RangeExpression>?
  /// Names of tracks.
  package var behind: [Located<String>]
  package var layer: TitleLayerItem
  package var span: SourceSpan?
}

/// One layer of a title, with those that lie on it.
package struct TitleLayerItem: Sendable {
  package var content: Content
  package var style: Located<StyleReference>?
  package var placement: TitlePlacementItem
  package var opacity: Located<Animated<Double>>?
  package var fade: Located<FadeItem>?
  package var layers: [Located<TitleLayerItem>]
  package var span: SourceSpan?

  package enum Content: Sendable {
    case group(size: Located<Animated<[Length]>>?)
    case text(Located<[TextRunItem]>, color: Located<Animated<Color>>?, width: Located<Length>?)
    case image(Located<ClipItem>, size: Located<Animated<[Length]>>?)
    case shape(ShapeItem)
    case picture(size: Located<Animated<[Length]>>?)
    /// Written wrongly, which has been reported.
    case broken
  }
}

/// Letters in one style.
package struct TextRunItem: Sendable {
  package var text: Located<String>?
  package var style: Located<StyleReference>?
}

package struct ShapeItem: Sendable {
  package var figure: Figure
  package var color: Located<Animated<Color>>?
  package var outline: Located<OutlineItem>?

  package enum Figure: Sendable {
    case rectangle(size: Located<Animated<[Length]>>, radius: Located<Length>?)
    case ellipse(size: Located<Animated<[Length]>>)
    case line(length: Located<Animated<Length>>, thickness: Located<Length>?, ends: Located<LineEnds>?)
  }
}

package enum LineEnds: String, Sendable, CaseIterable { case square, round }

package struct TitlePlacementItem: Sendable {
  package var position: Located<Animated<[Length]>>?
  package var anchor: Located<[Double]>?
  package var scale: Located<Animated<Point>>?
  package var rotate: Located<Animated<Double>>?
}

extension TitleItem {
  static let grammar = Grammar<TitleItem>.object(
    "title", "a title", doc: "Text, pictures and shapes that lie with the picture."
  ) { fields in
    let id = fields.optional("id", Scalar.newName(of: .title), "What times and messages call it.")
    let over = fields.optional("over", Scalar.timeRange, "When it shows, on the timeline; always unless said.")
    let track = Scalar.name(of: .track)
    let behind = fields.optional(
      "behind",
      .either(
        "a track's name, or a list of names", scalar: track.located.map { [$0] },
        sequence: .list(of: track, "a list of names")),
      "The track that it lies right behind, or several; in front of all unless said.")
    return TitleItem(id: id, over: over, behind: behind?.value ?? [], layer: TitleLayerItem(&fields), span: fields.span)
  }
}

// MARK: Layers

extension TitleLayerItem {
  /// Layers hold layers, so the schema of the inner ones is a reference to the outer.
  private static let inner = Grammar<TitleLayerItem>(noun: "a layer of a title", schema: .reference("title-layer")) {
    node, log in TitleLayerItem.grammar.read(node, &log)
  }

  /// A list of layers as the outermost of them write it.
  private static let list = Grammar<[Located<TitleLayerItem>]>(
    noun: "a list of layers", schema: .array(grammar.schema)
  ) { node, log in innerList.read(node, &log) }

  private static let innerList = Grammar<[Located<TitleLayerItem>]>.list(of: inner, "a list of layers")

  private static let grammar: Grammar<TitleLayerItem> = .object(
    "title-layer", "a layer of a title", doc: "A part of a title, in the box of what it lies on."
  ) { fields in TitleLayerItem(&fields, layers: innerList) }

  init(_ fields: inout Fields) { self.init(&fields, layers: TitleLayerItem.list) }

  private init(_ fields: inout Fields, layers: Grammar<[Located<TitleLayerItem>]>) {
    content = Content(&fields)
    let manner = TitleManner(&fields)
    (style, placement, opacity, fade) = (manner.style, manner.placement, manner.opacity, manner.fade)
    self.layers = fields.optional("layers", layers, "What lies on it, top to bottom.")?.value ?? []
    span = fields.span
    fields.atLeastOne(of: TitleLayerItem.Content.keys + ["layers"])
  }
}

extension TitleLayerItem.Content {
  /// A layer shows one of these at most.
  static let keys = ["text", "image", "rectangle", "ellipse", "line", "picture"]

  fileprivate init(_ fields: inout Fields) {
    fields.atMostOne(of: TitleLayerItem.Content.keys)
    let text = fields.optional(
      "text", .still(TextRunItem.list), "What it says, to the letter; line breaks are kept. A list has parts.")
    let width = fields.optional(
      "width", .still(Scalar.length), "Where the lines of a text wrap, in pixels or percent of what it lies on.")
    let image = fields.optional("image", ClipItem.grammar, "A picture file: an asset's name or a path.")
    let rectangle = fields.optional(
      "rectangle", Movement.size, "A rectangle: its width and height, in pixels or percent of what it lies on."
    )
    let ellipse = fields.optional("ellipse", Movement.size, "An ellipse: its width and height.")
    let line = fields.optional(
      "line", Movement.length, "A line from left to right: its length.")
    let picture = fields.optional(
      "picture", Movement.size, "All that lies behind the title, as a picture of this size.")
    let measure = fields.optional("size", Movement.size, "The size of an image, or of a layer that has none.")
    let color = fields.optional("color", Movement.color, "Of a text, or what a shape is filled with.")
    let outline = fields.optional("outline", .still(OutlineItem.grammar), "A line around a shape.")
    let radius = fields.optional("radius", .still(Scalar.length), "Of a rectangle's corners.")
    let thickness = fields.optional("thickness", .still(Scalar.length), "Of a line.", default: "0.5%")
    let ends = fields.optional(
      "ends", .oneOf("a kind of end", LineEnds.allCases.map { ($0.rawValue, $0) }), "Of a line.", default: "square")
    if let text { TitleLayerItem.Content.checkLength(of: text, &fields) }
    for (key, beside) in TitleLayerItem.Content.belongings { fields.needs(key, oneOf: beside) }
    let sized = TitleLayerItem.Content.keys.filter { $0 != "image" }
    fields.keepApart("size", from: sized)
    if !fields.has(oneOf: sized) { fields.needs("size", oneOf: ["image", "layers"]) }
    func shape(_ figure: ShapeItem.Figure) -> Self { .shape(ShapeItem(figure: figure, color: color, outline: outline)) }
    if let text, TitleLayerItem.Content.length(of: text) <= TitleLayerItem.Content.longestText {
      self = .text(text, color: color, width: width)
    } else if let image {
      self = .image(image, size: measure)
    } else if let rectangle {
      self = shape(.rectangle(size: rectangle, radius: radius))
    } else if let ellipse {
      self = shape(.ellipse(size: ellipse))
    } else if let line {
      self = shape(.line(length: line, thickness: thickness, ends: ends))
    } else if let picture {
      self = .picture(size: picture)
    } else if fields.has(oneOf: TitleLayerItem.Content.keys) {
      self = .broken
    } else {
      self = .group(size: measure)
    }
  }

  /// How many bytes of UTF-8 a text may have.
  static let longestText = 100_000

  private static func length(of text: Located<[TextRunItem]>) -> Int {
    text.value.reduce(0) { $0 + ($1.text?.value.utf8.count ?? 0) }
  }

  private static func checkLength(of text: Located<[TextRunItem]>, _ fields: inout Fields) {
    let length = length(of: text)
    guard length > longestText else { return }
    fields.report(
      .limitExceeded, "a text to be drawn has at most 100,000 bytes; this one has \(length)", at: text.span)
  }

  /// What each key belongs to.
  private static let belongings: [(key: String, [String])] = [
    ("style", ["text"]), ("width", ["text"]), ("color", ["text", "rectangle", "ellipse", "line"]),
    ("outline", ["rectangle", "ellipse", "line"]), ("radius", ["rectangle"]), ("thickness", ["line"]),
    ("ends", ["line"]),
  ]
}

extension TextRunItem {
  /// One text, or its parts one after another.
  fileprivate static let list = Grammar<[TextRunItem]>.either(
    "a text, or a list of its parts",
    scalar: Scalar.text.map { $0.withoutLastBreak }.located.map { [TextRunItem(text: $0)] },
    sequence: Grammar<[Located<TextRunItem>]>.list(of: part, "a list of texts").map { $0.map(\.value) })

  private static let part = Grammar<TextRunItem>.either(
    "a text, or a mapping with `text` and `style`", scalar: Scalar.text.located.map { TextRunItem(text: $0) },
    mapping: .object("text-part", "a part of a text", doc: "Letters in a style of their own.") { fields in
      TextRunItem(
        text: fields.required("text", Scalar.text, "What it says, to the letter."),
        style: fields.optional("style", StyleReference.grammar, "What differs from the style of the text around it."))
    })
}

/// How a layer of a title looks and lies, whatever it shows.
struct TitleManner {
  let style: Located<StyleReference>?
  let placement: TitlePlacementItem
  let opacity: Located<Animated<Double>>?
  let fade: Located<FadeItem>?

  init(_ fields: inout Fields) {
    style = fields.optional("style", .still(StyleReference.grammar), "How a text looks.")
    placement = TitlePlacementItem(
      position: fields.optional(
        "position", Movement.point,
        "Where the anchor lands, in pixels or percent of what it lies on; its middle unless said."),
      anchor: fields.optional(
        "anchor", .still(.tuple(Scalar.place, count: 2, "a point such as `[50%, 50%]`")),
        "The point of its box that is scaled and turned about, and that lands on `position`."),
      scale: fields.optional("scale", Movement.scale, "One number or `[x, y]`."),
      rotate: fields.optional("rotate", Movement.degrees, "Degrees clockwise."))
    opacity = fields.optional(
      "opacity", Movement.share,
      "0 is invisible, 1 is opaque; of it and of what lies on it, on the title's own clock.")
    fade = fields.optional("fade", FadeItem.grammar, "In and out.")
  }
}
