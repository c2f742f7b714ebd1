import TimelineModel

/// Finds out what became of the parts of one lane.
struct LaneComparison {
  private let before: TimelineLane
  private let after: TimelineLane
  /// Of parts that are in both, ascending in both.
  private(set) var pairs: [(left: Int, right: Int)] = []
  /// Those that changed their places.
  private(set) var crossed: [(left: Int, right: Int)] = []

  /// How many parts on each side are compared with all on the other.
  private static let largestTable = 250_000

  init(_ before: TimelineLane, _ after: TimelineLane) {
    self.before = before
    self.after = after
    pairs = Alignment(before.parts.map(\.likeness), after.parts.map(\.likeness)).pairs
    // Between those that are the same stand the same stretches shown otherwise, and between these trimmed ones.
    fillGaps { old, new in
      Alignment(before.parts[old].map(\.identity), after.parts[new].map(\.identity)).pairs
        .map { ($0.left + old.lowerBound, $0.right + new.lowerBound) }
    }
    fillGaps { old, new in
      guard old.count * new.count <= LaneComparison.largestTable else { return [] }
      return Alignment.longestCommon(old, new) { before.parts[$0].mayBecome(after.parts[$1]) }
    }
    // A title with another text is the title that was there before.
    if before.kind != .track {
      fillGaps { old, new in
        guard old.count * new.count <= LaneComparison.largestTable else { return [] }
        return Alignment.longestCommon(old, new) { before.parts[$0].range.overlaps(after.parts[$1].range) }
      }
    }
    pairCrossed()
  }

  private mutating func fillGaps(_ fill: (Range<Int>, Range<Int>) -> [(left: Int, right: Int)]) {
    var found: [(left: Int, right: Int)] = []
    var (left, right) = (0, 0)
    for pair in pairs + [(before.parts.count, after.parts.count)] {
      if left < pair.left, right < pair.right { found += fill(left..<pair.left, right..<pair.right) }
      (left, right) = (pair.left + 1, pair.right + 1)
    }
    pairs = (pairs + found).sorted { $0.left < $1.left }
  }

  private mutating func pairCrossed() {
    let (old, new) = (Set(pairs.map(\.left)), Set(pairs.map(\.right)))
    var waiting = Dictionary(
      grouping: before.parts.indices.filter { !old.contains($0) }.reversed(), by: { before.parts[$0].identity })
    for index in after.parts.indices where !new.contains(index) {
      if let left = waiting[after.parts[index].identity]?.popLast() { crossed.append((left, index)) }
    }
  }

  /// Parts that are on one side alone.
  var removed: [Int] {
    let known = Set(pairs.map(\.left) + crossed.map(\.left))
    return before.parts.indices.filter { !known.contains($0) }
  }

  var added: [Int] {
    let known = Set(pairs.map(\.right) + crossed.map(\.right))
    return after.parts.indices.filter { !known.contains($0) }
  }

  /// Whether something was added or removed just before a pair, or the part before it lasts longer or less.
  private func standsBehindChange(_ index: Int) -> Bool {
    let pair = pairs[index]
    let previous = index > 0 ? pairs[index - 1] : (left: -1, right: -1)
    let (gone, new) = (Set(crossed.map { $0.left }), Set(crossed.map { $0.right }))
    if index > 0, before.parts[previous.left].range.duration != after.parts[previous.right].range.duration {
      return true
    }
    return (previous.left + 1..<pair.left).contains { !gone.contains($0) }
      || (previous.right + 1..<pair.right).contains { !new.contains($0) }
  }

  /// What is to be said of the lane, but for what is on one side alone.
  func change() -> LaneChange {
    var change = LaneChange(name: after.name, kind: .changed)
    change.traits = TraitChange.changes(before.traits, after.traits)
    let delays = pairs.map { after.parts[$0.right].range.start - before.parts[$0.left].range.start }
    var current = Rational.zero
    for (index, pair) in pairs.enumerated() {
      let (old, new) = (before.parts[pair.left], after.parts[pair.right])
      var part = PartChange(before: old, after: new, traits: TraitChange.changes(old.traits, new.traits))
      if delays[index] != current {
        // One part by itself moves; from two on, what lies behind does, and so does the last one behind a change.
        let next = index + 1 < pairs.count ? delays[index + 1] : nil
        if next == delays[index] || next == nil && standsBehindChange(index) {
          change.shifts.append(TimelineShift(start: old.range.start, length: delays[index] - current, tracks: []))
          current = delays[index]
        } else {
          part.move = delays[index] - current
        }
      }
      change.delays.append((old.range.start, delays[index]))
      if !part.isNothing { change.parts.append(part) }
    }
    for pair in crossed {
      let (old, new) = (before.parts[pair.left], after.parts[pair.right])
      change.parts.append(
        PartChange(
          before: old, after: new, move: new.range.start - old.range.start,
          traits: TraitChange.changes(old.traits, new.traits)))
    }
    return change
  }
}
