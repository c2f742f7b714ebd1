/// What a segment does with its sound.
package struct SegmentSoundItem: Sendable {
  package var part: Part?
  package var effects: Located<[Located<SoundEffectItem>]>?

  /// How the sound of a segment that has a picture parts from it.
  package enum Part: Sendable {
    /// The picture is silent.
    case none
    /// The sound plays without its picture.
    case only
    /// The sound begins so much before the picture does: a J cut.
    case lead(Located<TimeExpression>)
    /// The sound begins so much after the picture, and that of the segment before goes on until then: an L cut.
    case lag(Located<TimeExpression>)
  }
}

extension SegmentSoundItem {
  static let grammar = Grammar<SegmentSoundItem>.either(
    "`false`, `only`, or where the sound is cut, such as `{ lead: 10f }`",
    scalar: .oneOf(
      "a way to sound", [("false", SegmentSoundItem(part: Part.none)), ("only", SegmentSoundItem(part: .only))]),
    mapping: .object(
      "sound", "where the sound is cut", doc: "The sound is cut elsewhere than the picture, or something is done to it."
    ) { fields in
      fields.atMostOne(of: ["lead", "lag"])
      fields.atLeastOne(of: ["lead", "lag", "effects"])
      let lead = fields.optional("lead", Scalar.time, "How long before the picture the sound begins: a J cut.")
      let lag = fields.optional("lag", Scalar.time, "How long after the picture the sound begins: an L cut.")
      return SegmentSoundItem(
        part: lead.map { .lead($0) } ?? lag.map { .lag($0) },
        effects: fields.optional("effects", SoundEffectItem.list, "What is done to the sound, one after another."))
    })
}
