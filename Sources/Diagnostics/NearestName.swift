/// Finds what a misspelt name was probably meant to be.
package func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
  guard let wanted = MisspeltName(name) else { return nil }
  return wanted.nearest(in: candidates.lazy.compactMap(NameIndex.Entry.init))
}

/// Names among which what is misspelt is looked for again and again.
///
/// Looking through long lists for each of many misspelt names would take a time that grows with both. So the names are
/// held by their lengths, and once so many have been compared as would take a second, nothing is found any more.
package struct NameIndex: Sendable {
  private var byLength: [Int: [Entry]] = [:]
  private var remaining = NameIndex.limit

  /// How many names are compared with others in all.
  private static let limit = 1_000_000

  package init(_ names: some Sequence<String>) {
    for entry in names.lazy.compactMap(Entry.init) { byLength[entry.letters.count, default: []].append(entry) }
  }

  /// The nearest of the names; nil where none is near.
  package mutating func nearest(to name: String) -> String? {
    guard let wanted = MisspeltName(name) else { return nil }
    let near = wanted.lengths.compactMap { byLength[$0] }
    remaining -= near.reduce(0) { $0 + $1.count }
    return remaining < 0 ? nil : wanted.nearest(in: near.joined())
  }

  /// A name that may be meant.
  struct Entry: Sendable {
    let name: String
    let letters: [Character]

    /// Nil for one that is longer than anybody misspells.
    init?(_ name: String) {
      guard name.utf8.count <= MisspeltName.longest else { return nil }
      self.name = name
      letters = Array(name.lowercased())
    }
  }
}

/// A name that is none of those that there are.
private struct MisspeltName {
  private let letters: [Character]
  /// How much another name may differ.
  private let limit: Int

  /// In bytes.
  static let longest = 256

  init?(_ name: String) {
    guard name.utf8.count <= MisspeltName.longest else { return nil }
    letters = Array(name.lowercased())
    // Of a name of one or two letters, every other short name would be a neighbour.
    limit = letters.count <= 2 ? 0 : max(1, letters.count / 3)
  }

  /// How long a name may be that is meant.
  var lengths: ClosedRange<Int> { max(0, letters.count - limit)...letters.count + limit }

  func nearest(in candidates: some Sequence<NameIndex.Entry>) -> String? {
    var best: (distance: Int, name: String)?
    for candidate in candidates where lengths.contains(candidate.letters.count) {
      guard let distance = distance(to: candidate.letters) else { continue }
      if let known = best, known <= (distance, candidate.name) { continue }
      best = (distance, candidate.name)
    }
    return best?.name
  }

  /// Counts insertions, deletions, replacements and swaps of neighbours (optimal string alignment); nil where that are
  /// more than may be.
  private func distance(to other: [Character]) -> Int? {
    if letters.isEmpty || other.isEmpty { return max(letters.count, other.count) <= limit ? 0 : nil }
    var beforeLast = [Int](repeating: 0, count: other.count + 1)
    var last = Array(0...other.count)
    var row = beforeLast
    for i in 1...letters.count {
      row[0] = i
      var least = i
      for j in 1...other.count {
        let cost = letters[i - 1] == other[j - 1] ? 0 : 1
        row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
        if i > 1, j > 1, letters[i - 1] == other[j - 2], letters[i - 2] == other[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
        least = min(least, row[j])
      }
      if least > limit { return nil }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}
