import Diagnostics
package import TimelineModel

/// How a mix of layers shares the canvas between the two, as it is written.
package enum MixtureItem: Sendable {
  case even
  case wipe(Wipe)
  case through(Color)
  case xfade(Located<String>)
}

/// The keys for it.
struct MixtureManner {
  let item: MixtureItem
  private let written: [(key: String, span: SourceSpan)]

  init(_ fields: inout Fields) {
    let wipe = fields.optional(
      "wipe", .oneOf("a wipe", Wipe.Shape.allCases.map { ($0.name, $0) }),
      "The second comes in behind an edge, which has gone as much of its way as `amount` says.")
    let softness = fields.optional("soft", Scalar.softness, "How wide a wipe's edge is, as a part of its whole way.")
    let through = fields.optional(
      "through", Scalar.color, "The first turns into this colour up to half the amount, and that into the second.")
    let xfade = fields.optional(
      "xfade", Scalar.name(of: .xfade),
      "One of the transitions of libavfilter's `xfade`, which has come as far as `amount` says.")
    fields.atMostOne(of: ["wipe", "through", "xfade"])
    if wipe == nil, let softness {
      fields.reportConflict("only a wipe has a soft edge", at: softness.span)
    }
    if let wipe {
      item = .wipe(Wipe(wipe.value, softness: softness?.value ?? 0))
    } else if let through {
      item = .through(through.value)
    } else {
      item = xfade.map { .xfade($0) } ?? .even
    }
    written = [("wipe", wipe?.span), ("through", through?.span), ("xfade", xfade?.span)]
      .compactMap { key, span in span.map { (key, $0) } }
  }

  /// Reports what only a mix can have.
  func reportUnused(_ fields: inout Fields) {
    for (key, span) in written { fields.reportConflict("only a mix can have `\(key)`", at: span) }
  }
}
