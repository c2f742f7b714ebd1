import TimelineModel

extension VideoFacts {
  /// The picture up to the first frame that is not there, if others come behind it in the order of presentation, as at
  /// the end of a file that was cut off; nil if no such frame is missing.
  /// - Parameter shown: The times of all packets, in ticks.
  func wholeBeginning(_ shown: [Int64], timeBase: Rational, declared: [Rational]) -> VideoFacts? {
    guard case .irregular(let times, _) = timing else { return nil }
    let grid = RegularGrid(ticks: Array(shown.suffix(times.count)), timeBase: timeBase, declared: declared)
    guard let (rate, count) = grid.rateWithHoles(strays: 0) else { return nil }
    let numbers = times.lazy.compactMap { ($0 * rate.perSecond).rounded }
    let whole = Int64(zip(numbers, Int64(0)...).prefix { $0 == $1 }.count)
    guard whole > 0, whole < count, count - whole <= VideoFacts.reordered else { return nil }
    var video = self
    video.timing = .regular(rate, count: whole)
    return video
  }

  /// Further than this before the end, frames do not lack because later ones were coded first.
  private static let reordered: Int64 = 32
}
