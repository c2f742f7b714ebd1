import Diagnostics

/// Ranges of a text for which something is allowed, to be looked up by a place in them. Those of one kind lie within one
/// another or apart: lines, or members of a document.
struct AllowedRanges {
  private struct Scope {
    var range: Range<Int>
    /// The smallest one around it.
    var parent: Int?
    /// The numbers of all that have this range.
    var numbers: [Int]
  }

  private var scopes: [Scope] = []

  init(_ ranges: [(range: Range<Int>, number: Int)]) {
    let sorted = ranges.sorted {
      ($0.range.lowerBound, -$0.range.upperBound, $0.number) < ($1.range.lowerBound, -$1.range.upperBound, $1.number)
    }
    var parent: Int?
    for (range, number) in sorted {
      if scopes.last?.range == range {
        scopes[scopes.count - 1].numbers.append(number)
        continue
      }
      if let last = scopes.indices.last { parent = last }
      while let around = parent, scopes[around].range.upperBound < range.upperBound { parent = scopes[around].parent }
      scopes.append(Scope(range: range, parent: parent, numbers: [number]))
    }
  }

  /// The numbers of the ranges that hold a place, of each range all.
  func numbers(at place: Int) -> [[Int]] {
    let begun = scopes.leadingCount { $0.range.lowerBound <= place }
    var found: [[Int]] = []
    var next = begun > 0 ? begun - 1 : nil
    while let scope = next {
      if scopes[scope].range.contains(place) { found.append(scopes[scope].numbers) }
      next = scopes[scope].parent
    }
    return found
  }
}
