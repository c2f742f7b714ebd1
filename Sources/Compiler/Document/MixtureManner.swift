import Diagnostics
import TimelineModel

/// How a mix of layers shares the canvas between the two.
struct MixtureManner {
  let mixture: Mixture
  private let written: [(key: String, span: SourceSpan)]

  init(_ fields: inout Fields) {
    let wipe = fields.optional(
      "wipe", .oneOf("a wipe", Wipe.Shape.allCases.map { ($0.name, $0) }),
      "The second comes in behind an edge, which has gone as much of its way as `amount` says.")
    let softness = fields.optional("soft", Scalar.softness, "How wide a wipe's edge is, as a part of its whole way.")
    let through = fields.optional(
      "through", Scalar.color, "The first turns into this colour up to half the amount, and that into the second.")
    fields.atMostOne(of: ["wipe", "through"])
    if wipe == nil, let softness {
      fields.report(.conflictingKeys, "only a wipe has a soft edge", at: softness.span)
    }
    if let wipe {
      mixture = .wipe(Wipe(wipe.value, softness: softness?.value ?? 0))
    } else {
      mixture = through.map { .through($0.value) } ?? .even
    }
    written = [("wipe", wipe?.span), ("through", through?.span)].compactMap { key, span in span.map { (key, $0) } }
  }

  /// Reports what only a mix can have.
  func reportUnused(_ fields: inout Fields) {
    for (key, span) in written { fields.report(.conflictingKeys, "only a mix can have `\(key)`", at: span) }
  }
}
