import Diagnostics

/// Stretches of the timeline that neither touch nor overlap, first to last.
package struct TimelineRanges: Hashable, Sendable {
  package private(set) var ranges: [TimelineRange] = []

  package init() {}

  /// The union of ranges in any order.
  package init(_ ranges: [TimelineRange]) {
    for range in ranges.filter({ !$0.isEmpty }).sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if let last = self.ranges.last, range.start <= last.end {
        self.ranges[self.ranges.count - 1].end = max(last.end, range.end)
      } else {
        self.ranges.append(range)
      }
    }
  }

  package var isEmpty: Bool { ranges.isEmpty }
  /// In seconds.
  package var duration: Rational { ranges.reduce(.zero) { $0 + $1.duration } }

  /// True where one of them holds all of a range.
  package func contains(_ range: TimelineRange) -> Bool {
    let first = ranges.leadingCount { $0.end < range.end }
    return first < ranges.count && ranges[first].contains(range)
  }

  /// True where one of them has something in common with a range.
  package func overlap(_ range: TimelineRange) -> Bool {
    let first = ranges.leadingCount { $0.end <= range.start }
    return first < ranges.count && ranges[first].overlaps(range)
  }

  /// Adds another one, which may join some that there are.
  package mutating func insert(_ range: TimelineRange) {
    guard !range.isEmpty else { return }
    let first = ranges.leadingCount { $0.end < range.start }
    var last = first
    var whole = range
    while last < ranges.count, ranges[last].start <= range.end {
      whole = TimelineRange(min(whole.start, ranges[last].start), max(whole.end, ranges[last].end))
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: [whole])
  }

  package func union(_ other: Self) -> Self { Self(ranges + other.ranges) }

  package func intersection(_ other: Self) -> Self {
    var found: [TimelineRange] = []
    var (left, right) = (ranges[...], other.ranges[...])
    while let a = left.first, let b = right.first {
      if let shared = a.intersection(b) { found.append(shared) }
      if a.end < b.end { left = left.dropFirst() } else { right = right.dropFirst() }
    }
    return Self(found)
  }

  /// What of `whole` is in none of them.
  package func gaps(in whole: TimelineRange) -> Self {
    var found: [TimelineRange] = []
    var position = whole.start
    for range in ranges[ranges.leadingCount { $0.end <= whole.start }...] {
      if range.start >= whole.end { break }
      if position < range.start { found.append(TimelineRange(position, min(range.start, whole.end))) }
      position = max(position, range.end)
    }
    if position < whole.end { found.append(TimelineRange(position, whole.end)) }
    return Self(found.compactMap { $0.intersection(whole) })
  }

  package func subtracting(_ other: Self) -> Self {
    Self(ranges.flatMap { other.gaps(in: $0).ranges })
  }

  /// What belongs to more than one of some ranges.
  package static func shared(by ranges: some Sequence<TimelineRange>) -> Self {
    var shared: [TimelineRange] = []
    var reach: TimelineRange?
    for range in ranges.filter({ !$0.isEmpty }).sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if let reach, let both = reach.intersection(range) { shared.append(both) }
      if reach.map({ $0.end < range.end }) ?? true { reach = range }
    }
    return Self(shared)
  }
}
