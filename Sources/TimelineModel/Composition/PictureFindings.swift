package import Diagnostics

/// What looking at a programme's picture found out: no more than the rules ask for.
package struct PictureFindings: Hashable, Sendable {
  /// In the order of their times.
  package var flashes: [Flashing]
  /// Of each text that was looked at, the time at which it is hardest to read.
  package var texts: [TextOnPicture]

  package init(flashes: [Flashing] = [], texts: [TextOnPicture] = []) {
    self.flashes = flashes
    self.texts = texts
  }

  /// A stretch in which the picture flashes more often than it may.
  package struct Flashing: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case light, red }

    package var kind: Kind
    package var range: TimelineRange
    /// How much of the picture flashes at once, at most: from 0 to 1.
    package var area: Double

    package init(_ kind: Kind, _ range: TimelineRange, area: Double) {
      self.kind = kind
      self.range = range
      self.area = area
    }
  }

  /// Letters of one colour with the picture behind them.
  package struct TextOnPicture: Hashable, Sendable {
    /// Where the text is written.
    package var span: SourceSpan?
    package var time: TimelineTime
    /// As it is written.
    package var color: Color
    /// The mean of those pixels behind the letters that are nearest to their colour, a quarter of them all.
    package var ground: Color
    /// What the letters have at least against the other three quarters; from 1 to 21.
    package var contrast: Double

    package init(span: SourceSpan?, time: TimelineTime, color: Color, ground: Color, contrast: Double) {
      self.span = span
      self.time = time
      self.color = color
      self.ground = ground
      self.contrast = contrast
    }
  }
}
