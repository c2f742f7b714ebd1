import CFFmpeg
import TimelineModel

extension RegularGrid {
  /// The whole frames that the times of a stream stand for.
  struct Places: Equatable {
    let rate: FrameRate
    /// One for each time, rising from 0.
    let numbers: [Int64]
    /// The distance between the earliest time and the latest one, each against its place on the grid; in frames.
    fileprivate let spread: Rational

    /// True if no place is without a frame.
    var areAllTaken: Bool { numbers.last == Int64(numbers.count) - 1 }
  }

  /// The places of times that leave some of a grid's places empty, or are some milliseconds off it, as those of phones
  /// and of soft telecine; nil if they keep to no grid.
  /// - Parameter allowsJitter: Whether times may be further off than the clock's rounding.
  func places(allowsJitter: Bool) -> Places? {
    let known = (declared.map(RegularGrid.snapped) + RegularGrid.common).compactMap(places)
    if let exact = known.first(where: isRounding) { return exact }
    guard allowsJitter, ticks.count >= RegularGrid.tellingCount else { return nil }
    let jittered = known.filter(isJitter)
    if let even = jittered.filter(\.areAllTaken).min(by: { $0.spread < $1.spread }) { return even }
    if let average = average.flatMap(places), average.areAllTaken, isJitter(average) { return average }
    return jittered.min { ($0.numbers.last ?? 0) < ($1.numbers.last ?? 0) }
  }

  /// Fewer times than this keep to some grid by chance.
  private static let tellingCount = 10

  /// The longest that one frame may be early and another late, in seconds: what is moved further, sound would show.
  private static let mostJitter = Rational(1, 50)

  private func isRounding(_ places: Places) -> Bool {
    let rounding = min(places.rate.perSecond * tick * Rational(2), Rational(1, 8))
    return places.spread <= rounding
  }

  private func isJitter(_ places: Places) -> Bool {
    places.spread * places.rate.frameDuration <= RegularGrid.mostJitter
  }

  /// The places on a grid of this rate; nil if two times share one, if they are half a frame apart against it, or if more
  /// than half of the places would be empty.
  private func places(at rate: Rational) -> Places? {
    guard let first = ticks.first, let rate = FrameRate(rate), let (top, bottom) = (rate.perSecond * timeBase).narrow
    else { return nil }
    var numbers: [Int64] = []
    numbers.reserveCapacity(ticks.count)
    var (lowest, highest): (Int128, Int128) = (0, 0)
    for ticks in ticks {
      let place = (Int128(ticks) - Int128(first)) * Int128(top)
      let number = (2 * place + Int128(bottom)) / (2 * Int128(bottom))
      let off = place - number * Int128(bottom)
      (lowest, highest) = (min(lowest, off), max(highest, off))
      guard 2 * (highest - lowest) < Int128(bottom), let number = Int64(exactly: number), number > numbers.last ?? -1
      else { return nil }
      numbers.append(number)
    }
    guard let spread = Int64(exactly: highest - lowest), numbers.last ?? 0 < 2 * Int64(numbers.count) else { return nil }
    return Places(rate: rate, numbers: numbers, spread: Rational(spread, bottom))
  }

  /// The simplest rate about which the times are scattered, by the method of least squares.
  private var average: Rational? {
    guard let first = ticks.first, let last = ticks.last, last > first else { return nil }
    let (times, mean) = (ticks.lazy.map { Double($0 - first) }, Double(ticks.count - 1) / 2)
    let center = times.reduce(0, +) / Double(ticks.count)
    let (shared, own) = zip(times, 0...).reduce((0.0, 0.0)) { sums, next in
      (sums.0 + (next.0 - center) * (Double(next.1) - mean), sums.1 + (next.0 - center) * (next.0 - center))
    }
    let rate = shared / own / timeBase.approximate
    let doubt = rate * 0.002 / (Double(last - first) * timeBase.approximate)
    let (low, high) = (Int64(exactly: ((rate - doubt) * 1e6).rounded(.up)), Int64(exactly: ((rate + doubt) * 1e6).rounded(.down)))
    guard let low, let high, 0 < low, low <= high else { return nil }
    return RegularGrid.simplest(between: Rational(low, 1_000_000), and: Rational(high, 1_000_000))
  }
}
