import TimelineModel

/// All that is heard of a programme.
struct ProgrammeMix: Sendable {
  let tracks: [MixTrack]
  /// What is done to the sum.
  let effects: [SoundEffect]
  let origin: Origin
  /// Samples of the programme.
  let length: Int64

  init(_ composition: Composition) {
    tracks = MixTrack.tracks(of: composition)
    effects = composition.mastering.effects
    origin = composition.mastering.origin
    length = (composition.end.seconds * Rational(composition.canvas.sampleRate)).ceiling ?? 0
  }
}
