package import Diagnostics
package import TimelineModel

package struct InstructionItem: Sendable {
  package var over: Located<RangeExpression>?
  package var layers: Located<[Located<LayerItem>]>?
  package var titles: Located<Bool>?
  package var span: SourceSpan?
}

package struct LayerItem: Sendable {
  package var content: Content
  package var opacity: Located<Animated<Double>>?
  package var crop: Located<Animated<[Length]>>?
  package var matte: Located<MatteItem>?
  package var placement: TitlePlacementItem
  package var matrix: Located<Animated<AffineTransform>>?
  package var blend: Located<BlendMode>?

  package indirect enum Content: Sendable {
    case track(Located<String>)
    case mix(Located<LayerItem>, Located<LayerItem>, amount: Located<Animated<Double>>?, by: MixtureItem)
    /// Written wrongly, which has been reported.
    case broken
  }
}

extension InstructionItem {
  static let grammar = Grammar<InstructionItem>.object(
    "instruction", "an instruction", doc: "Which layers show for one stretch."
  ) { fields in
    InstructionItem(
      over: fields.required("over", Scalar.timeRange, "The stretch of the timeline."),
      layers: fields.required(
        "layers", .list(of: LayerItem.grammar, "a list of layers"), "Top to bottom; none is the background."),
      titles: fields.optional("titles", Scalar.boolean, "False leaves the titles out."),
      span: fields.span)
  }
}

extension LayerItem {
  /// Layers hold layers, so the schema of the inner ones is a reference to the outer.
  static let grammar: Grammar<LayerItem> = .either(
    "a layer: a track's name or a mapping",
    scalar: Scalar.name(of: .track).located.map { LayerItem(content: .track($0), placement: TitlePlacementItem()) },
    mapping: mapping)

  private static let inner: Grammar<LayerItem> = Grammar(
    noun: "a layer: a track's name or a mapping",
    schema: .anyOf([Scalar.name(of: .track).schema, .reference("layer")])
  ) { node, log in LayerItem.grammar.read(node, &log) }

  private static let mapping: Grammar<LayerItem> = .object(
    "layer", "a layer", doc: "One track's part in an instruction, or a mixture of two."
  ) { fields in
    fields.atMostOne(of: ["track", "mix"])
    fields.atLeastOne(of: ["track", "mix"])
    let track = fields.optional("track", Scalar.name(of: .track), "The track that shows.")
    let mix = fields.optional(
      "mix", Grammar<[Located<LayerItem>]>.tuple(inner.located, count: 2, "a list of two layers"),
      "Two layers, mixed as whole canvases.")
    let amount = fields.optional(
      "amount", Animation.share, "How much of the second is in the mixture: 0 to 1.")
    let manner = MixtureManner(&fields)
    if mix == nil, let amount { fields.reportConflict("only a mix has an amount", at: amount.span) }
    if mix == nil { manner.reportUnused(&fields) }
    let content: LayerItem.Content =
      if let track {
        .track(track)
      } else if let mix {
        .mix(mix.value[0], mix.value[1], amount: amount, by: manner.item)
      } else {
        .broken
      }
    fields.keepApart("matrix", from: ["position", "scale", "rotate"])
    return LayerItem(
      content: content,
      opacity: fields.optional(
        "opacity", Animation.share, "Multiplies the segment's own; on the timeline's clock."),
      crop: fields.optional(
        "crop", Animation.rectangle,
        "The part of the canvas that is kept, in pixels or percent of it."),
      matte: fields.optional("matte", MatteItem.grammar, "A picture that cuts this one out, where it comes to lie."),
      placement: TitlePlacementItem(
        position: fields.optional(
          "position", Animation.point,
          "Where the anchor lands, in pixels or percent of the canvas."),
        anchor: fields.optional(
          "anchor", .tuple(Scalar.place, count: 2, "a point such as `[50%, 50%]`"),
          "The point of the canvas that is scaled and turned about; its middle unless said."),
        scale: fields.optional("scale", Animation.scale, "One number or `[x, y]`."),
        rotate: fields.optional("rotate", Animation.degrees, "Degrees clockwise.")),
      matrix: fields.optional(
        "matrix",
        Animation.matrix,
        "From canvas pixels to canvas pixels, instead of scale, rotate and position."),
      blend: fields.optional(
        "blend", .blend, "How its colours and those below come together, whatever its segments say."))
  }
}
