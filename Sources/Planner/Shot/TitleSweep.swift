import TimelineModel

/// A search for the titles of a timeline at ascending times, which passes each title once.
struct TitleSweep {
  typealias Title = (index: Int, range: TimelineRange)

  private let titles: [Title]
  /// The number of titles that have begun by the last time that was asked for.
  private var begun = 0
  /// The titles that have begun and had not ended at the last time that was asked for.
  private var standing: [Title] = []

  /// Creates a search.
  ///
  /// - Parameter titles: The titles, sorted by their starts.
  init(_ titles: [Title]) { self.titles = titles }

  /// Returns the titles that overlap a range. The starts of successive ranges must not descend.
  mutating func titles(in range: TimelineRange) -> [Title] {
    advance(to: range.start) { $0.range.start < range.end }
    return standing.filter { $0.range.overlaps(range) }
  }

  /// Returns the titles whose ranges contain a time. Successive times must not descend.
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
