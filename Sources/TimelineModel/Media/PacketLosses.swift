import Diagnostics

/// The losses in a stream of a file. Places are byte offsets.
package struct PacketLosses: Hashable, Sendable, Codable {
  /// The ranges in which packets begin that lack parts, in order; nil if only libavformat's marks tell which do.
  package var incomplete: [Range<Int64>]?
  /// The places behind which packets may refer to something that is missing before them, in order.
  package var holes: [Int64]

  package init(incomplete: [Range<Int64>]? = nil, holes: [Int64]) {
    self.incomplete = incomplete
    self.holes = holes
  }

  package var isEmpty: Bool { (incomplete ?? []).isEmpty && holes.isEmpty }

  /// True if the packet that begins at `position` lacks parts; nil if that is not known.
  package func lacksParts(at position: Int64) -> Bool? {
    guard let incomplete else { return nil }
    let begun = incomplete.leadingCount { $0.lowerBound <= position }
    return begun > 0 && incomplete[begun - 1].contains(position)
  }

  /// True if something is missing behind `position` and before `next`.
  package func isHole(between position: Int64, and next: Int64) -> Bool {
    let passed = holes.leadingCount { $0 <= position }
    return passed < holes.count && holes[passed] <= next
  }
}
