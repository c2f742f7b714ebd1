/// Tells a hole in a sound from a clock that only trembles.
///
/// Samples that follow on one another are played so, whatever the clock says: for Vorbis it is off by up to a quarter of
/// a block where blocks change their length, in program streams of MPEG's two frames may claim the same time, and
/// phones write frames that seem to overlap. A hole lacks a whole frame at least. A clock that really runs at another speed is
/// followed as soon as it is off by more than that. Lossless sound may have holes of any length, and its clock may have
/// been rounded to milliseconds before it came into the file.
struct SoundContinuity {
  /// What rounding at both ends can make of a time, in samples.
  let rounding: Int64
  /// How far coded sound may be off its clock.
  let wandering: Int64
  /// True where a frame that is half its length late shows that one is missing.
  let hasEqualFrames: Bool

  init(rate: Int, rounding: Int64, isLossless: Bool, hasEqualFrames: Bool) {
    self.rounding = rounding
    wandering = isLossless ? max(rounding, Int64(rate / 1000)) : Int64(rate / 20)
    self.hasEqualFrames = hasEqualFrames
  }

  /// True where a frame of so many samples goes on from `next`, though its clock says that it stands elsewhere.
  func joins(_ stands: Int64, to next: Int64, count: Int64) -> Bool {
    let early = stands < next || !hasEqualFrames
    return (stands - next).magnitude <= max(rounding, early ? wandering : min(count / 2, wandering))
  }
}
