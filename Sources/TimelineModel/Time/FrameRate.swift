/// How many frames stand in a second, exactly: 30000/1001 is a rate, 29.97 is not.
package struct FrameRate: Hashable, Sendable, Codable {
  /// Frames per second; above zero.
  package let perSecond: Rational

  package init?(_ perSecond: Rational) {
    guard perSecond.isFinite, perSecond > .zero else { return nil }
    self.perSecond = perSecond
  }

  package init(_ numerator: Int64, _ denominator: Int64 = 1) { perSecond = Rational(numerator, denominator) }

  /// Those of cameras, televisions and screens, the likelier ones first.
  package static let common = [
    (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48, 1), (50, 1), (60000, 1001), (60, 1), (15, 1),
    (12, 1), (10, 1), (100, 1), (120000, 1001), (120, 1), (240, 1),
  ].map { FrameRate($0.0, $0.1) }

  /// The common rate that it is a quarter of a percent beside at the most, if it is an average as that of a phone's clip;
  /// else the rate itself.
  package var usual: FrameRate {
    // A rate that a clip keeps to is written with small numbers.
    guard let (_, denominator) = perSecond.narrow, denominator > FrameRate.largestDenominator else { return self }
    let near = FrameRate.common.map { ($0, ($0.perSecond / perSecond - .one).magnitude) }
      .filter { $0.1 <= Rational(1, 400) }
    return near.min { $0.1 < $1.1 }?.0 ?? self
  }

  /// That of 30000/1001.
  private static let largestDenominator = 1001

  package var frameDuration: Rational { Rational.one / perSecond }

  /// The time at which frame `index` stands.
  package func seconds(ofFrame index: Int64) -> Rational { Rational(index) / perSecond }

  /// The first frame that stands at `seconds` or later, which is the first one of a range that begins there.
  package func firstFrame(from seconds: Rational) -> Int64? { (seconds * perSecond).ceiling }

  /// The frame whose interval holds `seconds`.
  package func frame(at seconds: Rational) -> Int64? { (seconds * perSecond).floor }

  /// Where the frame stands that is nearest to `seconds`; of two the later one.
  package func nearestFrame(to seconds: Rational) -> Rational {
    ((seconds * perSecond + Rational(1, 2)).floor).map(self.seconds) ?? seconds
  }

  /// True where a frame stands at exactly `seconds`.
  package func isOnGrid(_ seconds: Rational) -> Bool { (seconds * perSecond).isWhole }

  /// The whole number of frames that timecode counts in a second: 30 for 30000/1001.
  package var nominal: Int64 { perSecond.rounded ?? 1 }

  /// The numbers of the frames that belong to a half-open range.
  package func frames(in range: TimelineRange) -> Range<Int64> {
    let first = firstFrame(from: range.start.seconds) ?? 0
    let end = firstFrame(from: range.end.seconds) ?? first
    return first..<max(first, end)
  }
}

extension FrameRate: CustomStringConvertible {
  package var description: String { perSecond.description }
}
