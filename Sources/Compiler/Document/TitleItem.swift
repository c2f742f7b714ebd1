package import Diagnostics
package import TimelineModel

package struct TitleItem: Sendable {
  package var id: Located<String>?
  package var text: Located<String>?
  package var over: Located<RangeExpression>?
  package var style: Located<StyleReference>?
  package var placement: TitlePlacementItem
  package var opacity: Located<Animated<Double>>?
  package var fade: Located<FadeItem>?
  package var span: SourceSpan?
}

package struct TitlePlacementItem: Sendable {
  package var position: Located<Animated<[Length]>>?
  package var anchor: Located<[Double]>?
  package var scale: Located<Animated<Point>>?
  package var rotate: Located<Animated<Double>>?
}

package enum StyleReference: Sendable {
  case named(String)
  case inline(StyleItem)
}

package struct StyleItem: Sendable {
  package var font: Located<String>?
  package var size: Located<Length>?
  package var color: Located<Color>?
  package var bold: Located<Bool>?
  package var italic: Located<Bool>?
  package var outline: Located<OutlineItem>?
  package var box: Located<BoxItem>?
  package var align: Located<TextStyle.Alignment>?
}

package struct OutlineItem: Sendable {
  package var width: Located<Length>?
  package var color: Located<Color>?
}

package struct BoxItem: Sendable {
  package var color: Located<Color>?
  package var padding: Located<Length>?
}

extension TitleItem {
  static let grammar = Grammar<TitleItem>.object("title", "a title", doc: "Text in front of the picture.") { fields in
    let id = fields.optional("id", Scalar.name(of: "the title"), "What times and messages call it.")
    let text = fields.required("text", Scalar.text, "What it says, to the letter; line breaks are kept.")
    let over = fields.optional("over", Scalar.timeRange, "When it shows, on the timeline; always unless said.")
    let manner = TitleManner(&fields)
    return TitleItem(
      id: id, text: text, over: over, style: manner.style, placement: manner.placement, opacity: manner.opacity,
      fade: manner.fade, span: fields.span)
  }
}

/// How a title looks, whatever it says and when.
struct TitleManner {
  let style: Located<StyleReference>?
  let placement: TitlePlacementItem
  let opacity: Located<Animated<Double>>?
  let fade: Located<FadeItem>?

  init(_ fields: inout Fields) {
    style = fields.optional(
      "style",
      .either(
        "a style: a name or a mapping", scalar: Scalar.name(of: "a style").map { StyleReference.named($0) },
        mapping: StyleItem.grammar.map { StyleReference.inline($0) }), "How it looks.")
    placement = TitlePlacementItem(
      position: fields.optional(
        "position", .animated("point", .tuple(Scalar.length, count: 2, "a point such as `[50%, 50%]`")),
        "Where the anchor lands, in pixels or percent of the canvas; its middle unless said."),
      anchor: fields.optional(
        "anchor", .tuple(Scalar.place, count: 2, "a point such as `[50%, 50%]`"),
        "The point of the text's box that is scaled and turned about, and that lands on `position`."),
      scale: fields.optional(
        "scale", .animated("scale", Scalar.scale), "1 is the style's size; one number or `[x, y]`."),
      rotate: fields.optional("rotate", .animated("number", Scalar.degrees), "Degrees clockwise."))
    opacity = fields.optional(
      "opacity", .animated("number", Scalar.fraction), "0 is invisible, 1 is opaque; on the title's own clock.")
    fade = fields.optional("fade", FadeItem.grammar, "In and out.")
  }
}

extension StyleItem {
  static let grammar = Grammar<StyleItem>.object("style", "a style", doc: "How a title looks.") { fields in
    StyleItem(
      font: fields.optional("font", Scalar.text, "The font's family; DejaVu Sans unless said."),
      size: fields.optional("size", Scalar.length, "In pixels, or percent of the canvas's height; 8% unless said."),
      color: fields.optional("color", Scalar.color, "Of the letters; white unless said."),
      bold: fields.optional("bold", Scalar.boolean, "The family's bold face."),
      italic: fields.optional("italic", Scalar.boolean, "The family's italic face."),
      outline: fields.optional(
        "outline",
        .object("outline", "an outline", doc: "A line around the letters.") { fields in
          OutlineItem(
            width: fields.required("width", Scalar.length, "In pixels, or percent of the canvas's height."),
            color: fields.optional("color", Scalar.color, "Black unless said."))
        }, "A line around the letters."),
      box: fields.optional(
        "box",
        .object("box", "a box", doc: "A filled rectangle behind the text.") { fields in
          BoxItem(
            color: fields.required("color", Scalar.color, "What it is filled with."),
            padding: fields.optional(
              "padding", Scalar.length,
              "How far it reaches beyond the text; in pixels, or percent of the canvas's height."))
        }, "A filled rectangle behind the text."),
      align: fields.optional(
        "align",
        .oneOf("an alignment", [("left", .left), ("centre", .centre), ("center", .centre), ("right", .right)]),
        "How lines of different length stand over one another; `centre` unless said."))
  }
}
