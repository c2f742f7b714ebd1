import TimelineModel

/// The titles of a programme in the order in which they begin, looked through once from its beginning to its end.
struct TitleSweep {
  typealias Title = (index: Int, range: TimelineRange)

  private let titles: [Title]
  /// The number of those that have begun.
  private var begun = 0
  /// Those that have begun and were not over when it was last asked.
  private var standing: [Title] = []

  /// - Parameter titles: The titles, in the order in which they begin.
  init(_ titles: [Title]) { self.titles = titles }

  /// Returns the titles that are on during a part of a range; each range asked for begins where the last one did, or later.
  mutating func titles(in range: TimelineRange) -> [Title] {
    advance(to: range.start) { $0.range.start < range.end }
    return standing.filter { $0.range.overlaps(range) }
  }

  /// Returns the titles that are on at a time; each time asked for is that of the last one, or later.
  mutating func titles(at time: TimelineTime) -> [Title] {
    advance(to: time) { $0.range.start <= time }
    return standing.filter { $0.range.contains(time) }
  }

  private mutating func advance(to time: TimelineTime, _ begins: (Title) -> Bool) {
    let more = titles[begun...].prefix(while: begins)
    begun = more.endIndex
    standing += more
    standing.removeAll { $0.range.end <= time }
  }
}
