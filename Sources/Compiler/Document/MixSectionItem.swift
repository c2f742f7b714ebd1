import TimelineModel

/// The section of the mix: the volumes of tracks, and what is done to all of it.
package struct MixSectionItem: Sendable {
  package var tracks: [Located<MixItem>]
  package var effects: Located<[Located<SoundEffectItem>]>?
  package var loudness: Located<LoudnessItem>?
}

package struct LoudnessItem: Sendable {
  package var target: Located<Double>?
  package var truePeak: Located<Double>?
}

extension MixSectionItem {
  static let grammar = Grammar<MixSectionItem>.either(
    "a list of mix entries, or `{ tracks, effects, loudness }`",
    sequence: entries.map { MixSectionItem(tracks: $0) },
    mapping: .object("mix", "the mix", doc: "The volumes of tracks, and what is done to all of it.") { fields in
      MixSectionItem(
        tracks: fields.optional("tracks", entries, "The volume of tracks over time.")?.value ?? [],
        effects: fields.optional("effects", SoundEffectItem.list, "What is done to the whole mix, one after another."),
        loudness: fields.optional("loudness", LoudnessItem.grammar, "How loud the programme is to be, in LUFS."))
    })

  private static let entries = Grammar<[Located<MixItem>]>.list(of: MixItem.grammar, "a list of mix entries")
}

extension LoudnessItem {
  static let grammar = Grammar<LoudnessItem>.either(
    "a loudness such as `-14`, or `{ target, true-peak }`",
    scalar: Scalar.loudness.located.map { LoudnessItem(target: $0) },
    mapping: .object("loudness", "a loudness", doc: "How loud the programme is to be, measured as EBU R 128 says.") {
      fields in
      LoudnessItem(
        target: fields.required("target", Scalar.loudness, "The loudness of the whole, in LUFS."),
        truePeak: fields.optional("true-peak", Scalar.truePeak, "What no peak goes beyond, in dB.", default: "-1"))
    })
}
