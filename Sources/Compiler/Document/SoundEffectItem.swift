package import TimelineModel

/// Something that is done to a sound, as it was written.
package enum SoundEffectItem: Sendable {
  case filter(
    SoundEffect.SoundFilter.Shape, frequency: Located<Double>?, gain: Located<Double>?, quality: Located<Double>?)
  case compressor(CompressorItem)
  case gate(GateItem)
  case pan(Located<Double>)
  case denoise(Located<DenoiseItem>)
  case call(FilterItem)
  /// Written wrongly, which has been reported.
  case broken
}

extension SoundEffectItem {
  var filterItem: FilterItem? { if case .call(let item) = self { item } else { nil } }
  var isDenoise: Bool { if case .denoise = self { true } else { false } }
}

package struct DenoiseItem: Sendable {
  package var reduction: Located<Double>?
  package var noise: Located<Double>?
}

package struct CompressorItem: Sendable {
  package var threshold: Located<Double>?
  package var ratio: Located<Double>?
  package var attack: Located<TimeExpression>?
  package var release: Located<TimeExpression>?
  package var makeup: Located<Double>?
}

package struct GateItem: Sendable {
  package var threshold: Located<Double>?
  package var floor: Located<Double>?
  package var attack: Located<TimeExpression>?
  package var hold: Located<TimeExpression>?
  package var release: Located<TimeExpression>?
}

extension SoundEffectItem {
  static let list = Grammar<[Located<SoundEffectItem>]>.list(
    of: grammar, "a list of effects such as `{ high-pass: 80Hz }`")

  private static let names = ["high-pass", "low-pass", "equalizer", "compressor", "gate", "pan", "denoise", "filter"]

  private static let grammar = Grammar<SoundEffectItem>.object(
    "sound-effect", "a sound effect", doc: "Something that is done to a sound: one of the keys."
  ) { fields in
    for (index, name) in names.enumerated() {
      for other in names[(index + 1)...] { fields.atMostOne(of: [name, other]) }
    }
    fields.atLeastOne(of: names)
    let highPass = fields.optional("high-pass", Scalar.frequency, "Takes away what is lower than this.")
    let lowPass = fields.optional("low-pass", Scalar.frequency, "Takes away what is higher than this.")
    let equalizer = fields.optional("equalizer", equalizer, "Makes a part of the spectrum louder or softer.")
    let compressor = fields.optional("compressor", compressor, "Makes what is loud softer.")
    let gate = fields.optional("gate", gate, "Makes silent what is soft.")
    let pan = fields.optional("pan", Scalar.balance, "From -1, all to the left, to 1, all to the right.")
    let denoise = fields.optional("denoise", denoise, "Makes an even noise softer.")
    let filter = fields.optional(
      "filter", FilterItem.grammar, "A filter of FFmpeg for sound, as in `deesser` or `{ name: volume, options: … }`.")
    if let denoise { return .denoise(denoise) }
    if let filter { return .call(filter.value) }
    if let highPass { return .filter(.highPass, frequency: highPass, gain: nil, quality: nil) }
    if let lowPass { return .filter(.lowPass, frequency: lowPass, gain: nil, quality: nil) }
    if let pan { return .pan(pan) }
    return equalizer?.value ?? compressor.map { .compressor($0.value) } ?? gate.map { .gate($0.value) } ?? .broken
  }

  private static let equalizer = Grammar<SoundEffectItem>.object(
    "equalizer", "an equalizer", doc: "Makes the spectrum about a frequency louder or softer, or all beyond it."
  ) { fields in
    let shape = fields.optional(
      "shape",
      .oneOf(
        "a shape", [("peak", SoundEffect.SoundFilter.Shape.peak), ("low-shelf", .lowShelf), ("high-shelf", .highShelf)]),
      "`peak` about the frequency (unless said), `low-shelf` all below it, `high-shelf` all above it.")
    return .filter(
      shape?.value ?? .peak, frequency: fields.required("frequency", Scalar.frequency, "Where in the spectrum."),
      gain: fields.required("gain", Scalar.gain, "How much louder or softer, as in `-6dB`."),
      quality: fields.optional("q", Scalar.number, "How narrow, from 0.1 to 10; 1 unless said, 0.707 for shelves."))
  }

  private static let denoise = Grammar<DenoiseItem>.object(
    "sound-denoise", "what is known of a noise", doc: "Makes an even noise, such as a hiss, softer."
  ) { fields in
    DenoiseItem(
      reduction: fields.optional("reduction", Scalar.gain, "How much softer it becomes.", default: "12dB"),
      noise: fields.optional("noise", Scalar.gain, "How loud the noise is.", default: "-50dB"))
  }

  private static let compressor = Grammar<CompressorItem>.object(
    "compressor", "a compressor", doc: "Makes what is louder than a threshold softer."
  ) { fields in
    CompressorItem(
      threshold: fields.optional(
        "threshold", Scalar.gain, "What is louder than this is made softer.", default: "-20dB"),
      ratio: fields.optional(
        "ratio", Scalar.number, "Decibels of which one is let through, from 1 to 100.", default: "4"),
      attack: fields.optional("attack", Scalar.time, "How fast it sets in.", default: "10ms"),
      release: fields.optional("release", Scalar.time, "How fast it lets go.", default: "200ms"),
      makeup: fields.optional("makeup", Scalar.gain, "What everything is raised by afterwards.", default: "0dB"))
  }

  private static let gate = Grammar<GateItem>.object(
    "gate", "a gate", doc: "Closes where nothing is louder than a threshold."
  ) { fields in
    GateItem(
      threshold: fields.optional("threshold", Scalar.gain, "It opens for what is louder than this.", default: "-40dB"),
      floor: fields.optional("floor", Scalar.gain, "The gain where it is closed.", default: "0"),
      attack: fields.optional("attack", Scalar.time, "How fast it opens.", default: "2ms"),
      hold: fields.optional("hold", Scalar.time, "How long it stays open.", default: "50ms"),
      release: fields.optional("release", Scalar.time, "How fast it closes.", default: "100ms"))
  }
}

/// What is done to the sound of a track.
package struct TrackSoundItem: Sendable {
  package var effects: Located<[Located<SoundEffectItem>]>?
}

extension TrackSoundItem {
  static let grammar = Grammar<TrackSoundItem>.object(
    "track-sound", "what is done to a track's sound", doc: "What is done to the sound of a whole track."
  ) { fields in
    TrackSoundItem(effects: fields.optional("effects", SoundEffectItem.list, "One after another."))
  }
}
