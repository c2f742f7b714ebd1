import CFFmpeg
import TimelineModel

/// Finds the regular grid that a stream's timestamps stand on, if there is one.
///
/// Containers round: 30000/1001 frames a second written in milliseconds come 33 and 34 apart. Timestamps within one
/// tick of a grid are taken to stand exactly on it.
struct RegularGrid {
  /// In the order of presentation, in ticks of `timeBase`.
  let ticks: [Int64]
  let timeBase: Rational
  /// What the container and the codec say, most trustworthy first.
  let declared: [Rational]

  static let common = [
    (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48, 1), (50, 1), (60000, 1001), (60, 1), (15, 1),
    (12, 1), (10, 1), (100, 1), (120000, 1001), (120, 1), (240, 1),
  ].map { Rational($0.0, $0.1) }

  func rate() -> FrameRate? {
    candidates.first(where: fits).flatMap(FrameRate.init)
  }

  private var candidates: [Rational] {
    declared.flatMap { [RegularGrid.snapped($0), $0] } + [evenSpacing].compactMap { $0 } + RegularGrid.common
      + [simplestAverage].compactMap { $0 }
  }

  /// A rate that rounding put beside a common one: 2997/100 is 30000/1001.
  static func snapped(_ rate: Rational) -> Rational {
    let near = common.filter { ($0 / rate - .one).magnitude < Rational(1, 2500) }
    return near.min { ($0 - rate).magnitude < ($1 - rate).magnitude } ?? rate
  }

  /// All within one tick of some grid of this rate, wherever it begins.
  private func fits(_ rate: Rational) -> Bool {
    guard let first = ticks.first, rate.isFinite, rate > .zero else { return false }
    let perTick = rate * timeBase
    let (top, bottom) = (Int128(perTick.numerator), Int128(perTick.denominator))
    guard top > 0 else { return false }
    var (lowest, highest) = (Int128.max, Int128.min)
    for (index, tick) in ticks.enumerated() {
      let deviation = (Int128(tick) - Int128(first)) * top - Int128(index) * bottom
      (lowest, highest) = (min(lowest, deviation), max(highest, deviation))
    }
    // A grid that is finer than two ticks would take in anything.
    return highest - lowest <= 2 * top && (ticks.count == 1 || bottom > 2 * top || highest == lowest)
  }

  /// The rate of timestamps that are all equally far apart.
  private var evenSpacing: Rational? {
    guard ticks.count > 2 else { return nil }
    let step = ticks[1] - ticks[0]
    guard step > 0, zip(ticks, ticks.dropFirst()).allSatisfy({ $1 - $0 == step }) else { return nil }
    return Rational.one / (Rational(step) * timeBase)
  }

  /// The simplest rate between the fastest and the slowest that first and last timestamp allow.
  private var simplestAverage: Rational? {
    guard ticks.count > 2, let first = ticks.first, let last = ticks.last, last - first > 2 else { return nil }
    let frames = Rational(ticks.count - 1)
    return RegularGrid.simplest(
      between: frames / (Rational(last - first + 2) * timeBase), and: frames / (Rational(last - first - 2) * timeBase))
  }

  /// The fraction with the smallest denominator in a closed interval of positive numbers.
  static func simplest(between low: Rational, and high: Rational) -> Rational? {
    guard let whole = low.floor, high.isFinite else { return nil }
    if Rational(whole) == low { return low }
    if Rational(whole + 1) <= high { return Rational(whole + 1) }
    return simplest(between: .one / (high - Rational(whole)), and: .one / (low - Rational(whole)))
      .map { Rational(whole) + .one / $0 }
  }
}
