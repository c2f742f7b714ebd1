/// What a segment that has picture and sound does with its sound.
package enum SegmentSoundItem: Sendable {
  /// The picture is silent.
  case none
  /// The sound plays without its picture.
  case only
  /// The sound begins so much before the picture does: a J cut.
  case lead(Located<TimeExpression>)
  /// The sound begins so much after the picture, and that of the segment before goes on until then: an L cut.
  case lag(Located<TimeExpression>)
  /// Written wrongly, which has been reported.
  case broken
}

extension SegmentSoundItem {
  static let grammar = Grammar<SegmentSoundItem>.either(
    "`false`, `only`, or where the sound is cut, such as `{ lead: 10f }`",
    scalar: .oneOf("a way to sound", [("false", .none), ("only", .only)]),
    mapping: .object("sound", "where the sound is cut", doc: "The sound is cut elsewhere than the picture.") { fields in
      fields.atMostOne(of: ["lead", "lag"])
      fields.atLeastOne(of: ["lead", "lag"])
      let lead = fields.optional("lead", Scalar.time, "How long before the picture the sound begins: a J cut.")
      let lag = fields.optional("lag", Scalar.time, "How long after the picture the sound begins: an L cut.")
      return lead.map { .lead($0) } ?? lag.map { .lag($0) } ?? .broken
    })
}
