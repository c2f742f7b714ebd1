/// What is done to the mix as a whole.
package struct Mastering: Hashable, Sendable {
  package var effects: [SoundEffect]
  package var loudness: LoudnessTarget?
  package var origin: Origin

  package init(effects: [SoundEffect] = [], loudness: LoudnessTarget? = nil, origin: Origin = .none) {
    self.effects = effects
    self.loudness = loudness
    self.origin = origin
  }

  package static let none = Mastering()
}

/// How loud the whole programme is to be, as EBU R 128 and ITU-R BS.1770 measure it.
package struct LoudnessTarget: Hashable, Sendable {
  /// In LUFS.
  package var integrated: Double
  /// The highest true peak, in decibels of full scale.
  package var truePeak: Double

  package init(integrated: Double, truePeak: Double) {
    self.integrated = integrated
    self.truePeak = truePeak
  }
}
