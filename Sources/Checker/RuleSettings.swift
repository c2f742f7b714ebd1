package import TimelineModel

/// Where rules draw their lines, as far as that is a matter of taste.
package struct RuleSettings: Hashable, Sendable {
  /// In seconds: what lasts longer than this is a slip of the pen.
  package var longestProgramme = Rational(360_000)
  /// How far a picture's shape may be from its own before that is worth a word, as a part of it.
  package var distortion = 0.01
  /// How much of the picture's width and height is safe for letters, and how much for what is behind them: by EBU R 95,
  /// for a picture of 16 by 9. What is left is shared by the two sides.
  package var titleSafe = Point(x: 0.9, y: 0.9)
  package var actionSafe = Point(x: 0.93, y: 0.93)

  package init() {}
}
