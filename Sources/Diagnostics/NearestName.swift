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
    let letters: [Unicode.Scalar]

    /// Nil for one that is longer than anybody misspells.
    init?(_ name: String) {
      guard name.utf8.count <= MisspeltName.longest else { return nil }
      self.name = name
      letters = Array(name.lowercased().unicodeScalars)
    }
  }
}

/// A name that is none of those that there are.
private struct MisspeltName {
  private let letters: [Unicode.Scalar]
  /// How much another name may differ.
  private let limit: Int

  /// In bytes.
  static let longest = 256

  init?(_ name: String) {
    guard name.utf8.count <= MisspeltName.longest else { return nil }
    letters = Array(name.lowercased().unicodeScalars)
    // Of a name of one or two letters, every other short name would be a neighbour.
    limit = letters.count <= 2 ? 0 : max(1, letters.count / 3)
  }

  /// How long a name may be that is meant.
  var lengths: ClosedRange<Int> { max(0, letters.count - limit)...letters.count + limit }

  func nearest(in candidates: some Sequence<NameIndex.Entry>) -> String? {
    var best: (distance: Int, name: String)?
    for candidate in candidates where lengths.contains(candidate.letters.count) {
      guard let distance = distance(to: candidate.letters, within: best?.distance ?? limit) else { continue }
      if let known = best, known <= (distance, candidate.name) { continue }
      best = (distance, candidate.name)
    }
    return best?.name
  }

  /// Returns the number of insertions, deletions, replacements and swaps of neighbours (optimal string alignment), or nil
  /// if it is above `limit`.
  private func distance(to other: [Unicode.Scalar], within limit: Int) -> Int? {
    let width = other.count + 1
    guard abs(letters.count - other.count) <= limit else { return nil }
    // Three rows of the table, one behind another. Cells that are further than the limit from the diagonal stay above it.
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * width) { cells in
      cells.initialize(repeating: limit + 1)
      var (beforeLast, last, row) = (0, width, 2 * width)
      for j in 0...min(other.count, limit) { cells[last + j] = j }
      for i in 0..<letters.count {
        let columns = max(0, i - limit)..<min(other.count, i + 1 + limit)
        // The cell in front of the first holds what another row left there.
        cells[row + columns.lowerBound] = columns.lowerBound == 0 ? i + 1 : limit + 1
        var least = cells[row + columns.lowerBound]
        for j in columns {
          let cost = letters[i] == other[j] ? 0 : 1
          var best = min(cells[last + j + 1] + 1, cells[row + j] + 1, cells[last + j] + cost)
          if i > 0, j > 0, letters[i] == other[j - 1], letters[i - 1] == other[j] {
            best = min(best, cells[beforeLast + j - 1] + 1)
          }
          cells[row + j + 1] = best
          least = min(least, best)
        }
        if least > limit { return nil }
        (beforeLast, last, row) = (last, row, beforeLast)
      }
      let distance = cells[last + other.count]
      return distance <= limit ? distance : nil
    }
  }
}
