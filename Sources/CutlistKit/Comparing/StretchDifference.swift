/// Where two sequences of frames, or of equally long pieces of sound, differ.
package struct StretchDifference: Hashable, Sendable {
  /// What stands in place of what: an empty range before is something new, one after something that is gone.
  package struct Hunk: Hashable, Sendable {
    package var before: Range<Int64>
    package var after: Range<Int64>

    package init(before: Range<Int64>, after: Range<Int64>) {
      self.before = before
      self.after = after
    }
  }

  package private(set) var hunks: [Hunk] = []
  /// How many there are before and after.
  package let counts: (before: Int64, after: Int64)

  /// How many after differ from what stood there, or are new.
  package var changedCount: Int64 { hunks.reduce(0) { $0 + Int64($1.after.count) } }
  /// How many more were there before than stand in their place.
  package var goneCount: Int64 { hunks.reduce(0) { $0 + max(0, Int64($1.before.count) - Int64($1.after.count)) } }
  package var isEmpty: Bool { hunks.isEmpty }

  package static func == (a: StretchDifference, b: StretchDifference) -> Bool {
    a.hunks == b.hunks && a.counts == b.counts
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hunks) }

  /// Everything stands in place of everything.
  static func whole(_ before: Int, _ after: Int) -> StretchDifference {
    var difference = StretchDifference(counts: (Int64(before), Int64(after)))
    if before + after > 0 { difference.hunks = [Hunk(before: 0..<Int64(before), after: 0..<Int64(after))] }
    return difference
  }

  private init(counts: (before: Int64, after: Int64)) { self.counts = counts }

  /// Equal names are the same.
  init<Name: Hashable>(_ before: [Name], _ after: [Name]) {
    self.init(counts: (Int64(before.count), Int64(after.count)))
    let inPlace = StretchDifference.inPlace(before, after)
    let moved = StretchDifference.aligned(before, after)
    // What stands where it stood is easier to follow, unless it takes more to say.
    hunks = StretchDifference.cost(inPlace) <= StretchDifference.cost(moved) ? inPlace : moved
  }

  private static func cost(_ hunks: [Hunk]) -> Int { hunks.reduce(0) { $0 + $1.before.count + $1.after.count } }

  private static func inPlace<Name: Hashable>(_ before: [Name], _ after: [Name]) -> [Hunk] {
    let shared = min(before.count, after.count)
    let same = (0..<shared).filter { before[$0] == after[$0] }.map { Span(before: $0, after: $0, count: 1) }
    return hunks(between: same, before.count, after.count)
  }

  private static func aligned<Name: Hashable>(_ before: [Name], _ after: [Name]) -> [Hunk] {
    let (old, new) = (runs(before), runs(after))
    let same = Alignment(old.map(\.name), new.map(\.name)).pairs.map { pair in
      Span(
        before: old[pair.left].start, after: new[pair.right].start,
        count: min(old[pair.left].count, new[pair.right].count))
    }
    return hunks(between: same, before.count, after.count)
  }

  /// What is the same on both sides.
  private struct Span {
    var before: Int
    var after: Int
    var count: Int
  }

  private static func runs<Name: Hashable>(_ names: [Name]) -> [(name: Name, start: Int, count: Int)] {
    names.indices.reduce(into: []) { runs, index in
      if runs.last?.name == names[index] {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((names[index], index, 1))
      }
    }
  }

  private static func hunks(between spans: [Span], _ before: Int, _ after: Int) -> [Hunk] {
    var hunks: [Hunk] = []
    var (old, new) = (0, 0)
    for span in spans + [Span(before: before, after: after, count: 0)] {
      if old < span.before || new < span.after {
        hunks.append(Hunk(before: Int64(old)..<Int64(span.before), after: Int64(new)..<Int64(span.after)))
      }
      (old, new) = (span.before + span.count, span.after + span.count)
    }
    return hunks
  }
}
