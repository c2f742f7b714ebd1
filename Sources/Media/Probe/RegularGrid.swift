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
  /// How many ticks of the stream's clock make one tick of the clock its times were rounded to. A file that was made
  /// from one in milliseconds keeps those, whatever its own clock could tell; they are the longest that count.
  private let roundedTo: Int64

  init(ticks: [Int64], timeBase: Rational, declared: [Rational]) {
    self.ticks = ticks
    self.timeBase = timeBase
    self.declared = declared
    var common: Int64 = 0
    for step in ticks.lazy.map({ $0 &- ticks[0] }) where common != 1 {
      common = common == 0 ? step : common / (Rational(step, common).narrow?.denominator ?? 1)
    }
    roundedTo = common > 1 && Rational(common) * timeBase <= Rational(1, 1000) ? common : 1
  }

  static let common = FrameRate.common.map(\.perSecond)

  func rate() -> FrameRate? { chosen.flatMap(FrameRate.init) }

  /// A declared rate whose grid has a place for every time but a few `strays`, some of its places being empty, and how
  /// many there are.
  func rateWithHoles(strays: Int) -> (rate: FrameRate, count: Int64)? {
    guard let first = ticks.first, let last = ticks.last else { return nil }
    for rate in declared.map(RegularGrid.snapped) {
      // How far from its place a time may stand, in frames. A clock too coarse to tell has to keep the places exactly.
      let rounding = rate * tick * Rational(2)
      let tolerance = rounding < Rational(1, 4) ? rounding : .zero
      let off = ticks.count { time in
        let place = Rational(time - first) * timeBase * rate
        return (place - Rational(place.rounded ?? 0)).magnitude > tolerance
      }
      guard off <= min(strays, ticks.count / 4), let rate = FrameRate(rate),
        let place = (Rational(last - first) * timeBase * rate.perSecond).rounded
      else { continue }
      return (rate, place + 1)
    }
    return nil
  }

  /// A common rate that the times keep exactly, or else a declared one; else a common one that is declared, if rounding explains how far they are off
  /// it, since what is declared may be an average or a guess; else the common rate that they keep closest to; else
  /// any that they keep to.
  private var chosen: Rational? {
    let snapped = declared.map(RegularGrid.snapped)
    if ticks.count == 1 { return snapped.first ?? Rational(25) }
    let common = RegularGrid.common.filter(fits)
    if let rate = common.first(where: { deviation(from: $0)! == .zero }) { return rate }
    if let rate = snapped.first(where: { deviation(from: $0) == .zero }) { return rate }
    if let rate = snapped.first(where: { common.contains($0) && deviation(from: $0)! <= .one }) { return rate }
    let closest = common.min { deviation(from: $0)! < deviation(from: $1)! }
    return closest ?? (declared + [evenSpacing, simplestAverage].compactMap { $0 }).first(where: fits)
  }

  /// A rate that rounding put beside a common one: 2997/100 is 30000/1001.
  static func snapped(_ rate: Rational) -> Rational {
    let near = common.filter { ($0 / rate - .one).magnitude < Rational(1, 2500) }
    return near.min { ($0 - rate).magnitude < ($1 - rate).magnitude } ?? rate
  }

  /// All within one tick of some grid of this rate, wherever it begins. A grid finer than two ticks would take in
  /// anything, and has to be kept exactly.
  private func fits(_ rate: Rational) -> Bool {
    guard let deviation = deviation(from: rate) else { return false }
    let isTelling = Rational.one / (rate * tick) > Rational(2)
    return deviation <= (isTelling ? Rational(2) : .zero)
  }

  /// The clock's own tick, or that of the clock the times were rounded to.
  var tick: Rational { timeBase * Rational(roundedTo) }

  /// How far apart, in ticks, the frames lie that come earliest and latest against a grid of this rate.
  private func deviation(from rate: Rational) -> Rational? {
    guard let first = ticks.first, rate.isFinite, rate > .zero else { return nil }
    let perTick = rate * timeBase
    guard perTick.isFinite, let (perTop, perBottom) = perTick.narrow else { return nil }
    let (top, bottom) = (Int128(perTop), Int128(perBottom))
    var (lowest, highest) = (Int128.max, Int128.min)
    for (index, tick) in ticks.enumerated() {
      let deviation = (Int128(tick) - Int128(first)) * top - Int128(index) * bottom
      (lowest, highest) = (min(lowest, deviation), max(highest, deviation))
    }
    guard let spread = Int64(exactly: highest - lowest) else { return nil }
    return Rational(spread) / (Rational(perTop) * Rational(roundedTo))
  }

  /// The rate of timestamps that are all equally far apart.
  private var evenSpacing: Rational? {
    guard ticks.count > 1 else { return nil }
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
