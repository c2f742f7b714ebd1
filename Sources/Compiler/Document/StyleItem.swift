import Diagnostics
package import TimelineModel

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

extension StyleReference {
  static let grammar = Grammar<StyleReference>.either(
    "a style: a name or a mapping", scalar: Scalar.name(of: "a style").map { .named($0) },
    mapping: StyleItem.grammar.map { .inline($0) })
}

extension StyleItem {
  static let grammar = Grammar<StyleItem>.object("style", "a style", doc: "How a text looks.") { fields in
    StyleItem(
      font: fields.optional("font", .still(Scalar.text), "The font's family; DejaVu Sans unless said."),
      size: fields.optional(
        "size", .still(Scalar.length), "In pixels, or percent of the canvas's height; 8% unless said."),
      color: fields.optional("color", .still(Scalar.color), "Of the letters; white unless said."),
      bold: fields.optional("bold", Scalar.boolean, "The family's bold face."),
      italic: fields.optional("italic", Scalar.boolean, "The family's italic face."),
      outline: fields.optional("outline", .still(OutlineItem.grammar), "A line around the letters."),
      box: fields.optional(
        "box",
        .object("box", "a box", doc: "A filled rectangle behind the text.") { fields in
          BoxItem(
            color: fields.required("color", .still(Scalar.color), "What it is filled with."),
            padding: fields.optional(
              "padding", .still(Scalar.length),
              "How far it reaches beyond the text; in pixels, or percent of the canvas's height."))
        }, "A filled rectangle behind the text."),
      align: fields.optional(
        "align",
        .oneOf("an alignment", [("left", .left), ("centre", .centre), ("center", .centre), ("right", .right)]),
        "How lines of different length stand over one another; `centre` unless said."))
  }
}

extension OutlineItem {
  static let grammar = Grammar<OutlineItem>.object("outline", "an outline", doc: "A line around letters or a shape.") {
    fields in
    OutlineItem(
      width: fields.required("width", .still(Scalar.length), "In pixels, or percent of the canvas's height."),
      color: fields.optional("color", .still(Scalar.color), "Black unless said."))
  }
}
