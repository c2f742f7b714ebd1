/// The effects there are, by the names that documents use.
package enum EffectKind: String, Hashable, Sendable, CaseIterable {
  case blur, sharpen, exposure, contrast, saturation, temperature, vignette, lut
  case chromaKey = "chroma-key"
  case denoise, deinterlace, stabilise
  /// Any filter of libavfilter.
  case filter

  /// Its numbers. The first has the effect's own name, where the effect is a number in the first place.
  package var parameters: [EffectParameter] {
    switch self {
    case .blur:
      [EffectParameter("blur", 0...200, standard: 0, "The standard deviation of a Gaussian blur, in pixels.")]
    case .sharpen:
      [EffectParameter("sharpen", 0...5, standard: 1, "How much of the finest detail is added to the picture.")]
    case .exposure:
      [EffectParameter("exposure", -5...5, standard: 0, "In stops: one stop doubles the light.")]
    case .contrast:
      [EffectParameter("contrast", 0...4, standard: 1, "1 changes nothing, 0 leaves an even grey.")]
    case .saturation:
      [EffectParameter("saturation", 0...4, standard: 1, "1 changes nothing, 0 leaves shades of grey.")]
    case .temperature:
      [
        EffectParameter(
          "temperature", 2000...15000, standard: 6500, "The colour of white in kelvin: less is warmer, more is bluer.")
      ]
    case .vignette:
      [EffectParameter("vignette", 0...1, standard: 0.5, "How dark the corners become: 0 changes nothing, 1 is black.")]
    case .lut: [EffectParameter("amount", 0...1, standard: 1, "How much of the table's picture is in the result.")]
    case .chromaKey:
      [
        EffectParameter(
          "similarity", 0.01...1, standard: 0.1, "How far from the key a colour may lie and still be clear."),
        EffectParameter(
          "softness", 0...1, standard: 0.05, "How much further the colours lie that are opaque again."),
      ]
    case .denoise:
      [
        EffectParameter(
          "denoise", 0...1, standard: 0.5, "How much a pixel may differ from frame to frame and still be noise.",
          isAnimatable: false)
      ]
    case .stabilise:
      [
        EffectParameter(
          "stabilise", 1...64, standard: 16, "How far the picture may move from one frame to the next, in pixels.",
          isAnimatable: false)
      ]
    case .deinterlace, .filter: []
    }
  }

  /// True where the number that it is named for may be left to its default.
  package var standsAlone: Bool { [.sharpen, .vignette, .denoise, .deinterlace, .stabilise].contains(self) }
}

/// A number that an effect takes.
package struct EffectParameter: Hashable, Sendable {
  package let name: String
  package let range: ClosedRange<Double>
  /// What it is where nothing is said.
  package let standard: Double
  package let doc: String
  package let isAnimatable: Bool

  init(
    _ name: String, _ range: ClosedRange<Double>, standard: Double, _ doc: String, isAnimatable: Bool = true
  ) {
    self.name = name
    self.range = range
    self.standard = standard
    self.doc = doc
    self.isAnimatable = isAnimatable
  }
}
