/// A track that steps back while another is heard.
package struct DuckItem: Sendable {
  package var under: Located<String>?
  package var by: Located<By>?
  package var threshold: Located<Double>?
  package var to: Located<Double>?
  package var attack: Located<TimeExpression>?
  package var release: Located<TimeExpression>?

  /// What counts as being heard.
  package enum By: String, Sendable, CaseIterable { case segments, level }
}

extension DuckItem {
  static let grammar = Grammar<[Located<DuckItem>]>.either(
    "a duck such as `{ under: voice, to: 0.2 }`, or a list of them",
    sequence: .list(of: mapping, "a list of ducks"), mapping: mapping.located.map { [$0] })

  private static let mapping = Grammar<DuckItem>.object(
    "duck", "a duck", doc: "The track steps back while another one is heard."
  ) { fields in
    let item = DuckItem(
      under: fields.required("under", Scalar.name(of: .track), "The track that is to be heard."),
      by: fields.optional(
        "by", .oneOf("a way to tell what is heard", DuckItem.By.allCases.map { ($0.rawValue, $0) }),
        "What counts as being heard: its `segments` (unless said), or what is as loud as `threshold`: `level`."),
      threshold: fields.optional(
        "threshold", Scalar.gain, "How loud the other track has to be, with `by: level`.", default: "-30dB"),
      to: fields.optional("to", Scalar.gain, "The gain meanwhile, from 0 to 1.", default: "0.2"),
      attack: fields.optional(
        "attack", Scalar.time, "How long before the other track begins the volume begins to fall.", default: "500ms"),
      release: fields.optional(
        "release", Scalar.time, "How long the volume takes to come back.", default: "1s"))
    if item.by?.value != .level, let threshold = item.threshold {
      fields.reportConflict("only a duck `by: level` has a threshold", at: threshold.span)
    }
    return item
  }
}
