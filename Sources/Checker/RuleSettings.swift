package import TimelineModel

/// Where rules draw their lines, as far as that is a matter of taste.
package struct RuleSettings: Hashable, Sendable {
  /// In seconds: what lasts longer than this is a slip of the pen.
  package var longestProgramme = Rational(360_000)
  /// How far a picture's shape may be from its own before that is worth a word, as a part of it.
  package var distortion = 0.01

  package init() {}
}
