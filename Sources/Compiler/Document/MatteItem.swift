import Diagnostics
package import TimelineModel

/// A picture that cuts another out, as it is written.
package struct MatteItem: Sendable {
  package var content: Content
  package var fit: Located<Fit>?
  package var channel: Located<Matte.Channel>?
  package var isInverted: Located<Bool>?

  package enum Content: Sendable {
    case track(Located<String>)
    case image(Located<String>)
    /// Written wrongly, which has been reported.
    case broken
  }
}

extension MatteItem {
  static let grammar = Grammar<MatteItem>.either(
    "a matte: a track's name or a mapping",
    scalar: Scalar.name(of: .track).located.map { MatteItem(content: .track($0)) }, mapping: mapping)

  private static let mapping = Grammar<MatteItem>.object(
    "matte", "a matte", doc: "A picture whose brightness or alpha multiplies the opacity of what it cuts out."
  ) { fields in
    fields.atMostOne(of: ["track", "image"])
    fields.atLeastOne(of: ["track", "image"])
    let track = fields.optional("track", Scalar.name(of: .track), "A track, which is not shown itself then.")
    let image = fields.optional("image", Scalar.path, "A picture file, laid on the canvas.")
    let fit = fields.optional(
      "fit", .oneOf("a fit", Fit.allCases.map { ($0.rawValue, $0) }), "How an image is laid.", default: "contain")
    if image == nil, let fit {
      fields.reportConflict("a track lies where its segments do; only an image has a fit", at: fit.span)
    }
    return MatteItem(
      content: track.map { .track($0) } ?? image.map { .image($0) } ?? .broken, fit: fit,
      channel: fields.optional(
        "channel", .oneOf("a channel", Matte.Channel.allCases.map { ($0.rawValue, $0) }),
        "`luma`, brightness from black to white, unless said; or `alpha`."),
      isInverted: fields.optional("invert", Scalar.boolean, "True shows what it would hide and hides the rest."))
  }
}

extension TimelineDocument {
  /// All of them.
  var mattes: [Located<MatteItem>] {
    let written = tracks.flatMap { track in
      [track.value.matte].compactMap(\.self) + track.value.segments.compactMap { $0.value.matte }
    }
    let layers = (instructions?.value ?? []).flatMap { $0.value.layers?.value ?? [] }
    return written + layers.flatMap(\.value.mattes)
  }

  /// The tracks that serve as mattes, and so do not show themselves.
  var matteTracks: Set<String> {
    Set(mattes.compactMap { if case .track(let name) = $0.value.content { name.value } else { nil } })
  }
}

extension SegmentItem {
  fileprivate var matte: Located<MatteItem>? { if case .clip(let item) = content { item.matte } else { nil } }
}

extension LayerItem {
  fileprivate var mattes: [Located<MatteItem>] {
    let own = [matte].compactMap(\.self)
    guard case .mix(let first, let second, _, _) = content else { return own }
    return own + first.value.mattes + second.value.mattes
  }
}
