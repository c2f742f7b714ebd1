import Diagnostics
package import TimelineModel

package enum StyleReference: Sendable {
  case named(String)
  case inline(StyleItem)
}

package struct StyleItem: Sendable {
  /// Families, the first one first.
  package var font: Located<[Located<String>]>?
  package var size: Located<Length>?
  package var color: Located<Color>?
  package var bold: Located<Bool>?
  package var italic: Located<Bool>?
  package var outline: Located<OutlineItem>?
  package var shadow: Located<ShadowItem>?
  package var letterSpacing: Located<Length>?
  package var lineSpacing: Located<Double>?
  package var box: Located<BoxItem>?
  package var align: Located<TextStyle.Alignment>?
}

package struct ShadowItem: Sendable {
  package var offset: Located<[Length]>?
  package var blur: Located<Length>?
  package var color: Located<Color>?
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
    "a style: a name or a mapping", scalar: Scalar.name(of: .style).map { .named($0) },
    mapping: StyleItem.grammar.map { .inline($0) })
}

extension StyleItem {
  static let mostFonts = 100
  private static let family = Grammar<String>.still(Scalar.text).about(.names(.font))

  static let grammar = Grammar<StyleItem>.object("style", "a style", doc: "How a text looks.") { fields in
    StyleItem(
      font: fields.optional(
        "font",
        .either(
          "a font's family, or a list of families", scalar: family.located.map { [$0] },
          sequence: .someList(of: family, "a list of families")),
        "The font's family, or several: each character is set in the first that has it. DejaVu Sans unless said."),
      size: fields.optional(
        "size", .still(Scalar.length), "In pixels, or percent of the canvas's height.", default: "8%"),
      color: fields.optional("color", .still(Scalar.color), "Of the letters.", default: "white"),
      bold: fields.optional("bold", Scalar.boolean, "The family's bold face."),
      italic: fields.optional("italic", Scalar.boolean, "The family's italic face."),
      outline: fields.optional("outline", .still(OutlineItem.grammar), "A line around the letters."),
      shadow: fields.optional("shadow", ShadowItem.grammar, "What the letters throw behind them."),
      letterSpacing: fields.optional(
        "letter-spacing", .still(Scalar.length),
        "What is added after each character; in pixels, or percent of the canvas's height."),
      lineSpacing: fields.optional(
        "line-spacing", .still(Scalar.fraction), "A factor of the font's own distance between lines.", default: "1"),
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
        "How lines of different length stand over one another.", default: "centre"))
  }
}

extension ShadowItem {
  static let grammar = Grammar<ShadowItem>.object("shadow", "a shadow", doc: "What letters throw behind them.") {
    fields in
    ShadowItem(
      offset: fields.optional(
        "offset", .still(.tuple(Scalar.length, count: 2, "a pair of lengths such as `[4, 4]`")),
        "To the right and down, in pixels, or percent of the canvas's height; 0.4% both unless said."),
      blur: fields.optional(
        "blur", .still(Scalar.length), "How soft it is: a standard deviation; 0.4% of the canvas's height unless said."),
      color: fields.optional("color", .still(Scalar.color), "`#000000a0` unless said."))
  }
}

extension StyleItem {
  /// With what it does not say taken from another one.
  func over(_ base: StyleItem?) -> StyleItem {
    guard let base else { return self }
    return StyleItem(
      font: font ?? base.font, size: size ?? base.size, color: color ?? base.color, bold: bold ?? base.bold,
      italic: italic ?? base.italic, outline: outline ?? base.outline, shadow: shadow ?? base.shadow,
      letterSpacing: letterSpacing ?? base.letterSpacing, lineSpacing: lineSpacing ?? base.lineSpacing,
      box: box ?? base.box, align: align ?? base.align)
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
