/// What makes a programme as loud as it is to be.
package struct LoudnessLevel: Hashable, Sendable, Codable {
  /// What the mix is multiplied with.
  package var gain: Double
  /// The largest magnitude that is let through, also between samples.
  package var ceiling: Double
  /// In LUFS, before and after; nil where there is nothing to measure.
  package var measured: Double?
  package var reached: Double?
  package var target: Double?

  package init(
    gain: Double, ceiling: Double, measured: Double? = nil, reached: Double? = nil, target: Double? = nil
  ) {
    self.gain = gain
    self.ceiling = ceiling
    self.measured = measured
    self.reached = reached
    self.target = target
  }
}
