import Diagnostics

/// What a file lacks of a stream's packets. Places are bytes from the file's start.
package struct PacketLosses: Hashable, Sendable, Codable {
  /// Where the packets begin of which parts are missing, in order; nil if only libavformat's marks tell them.
  package var incomplete: [Range<Int64>]?
  /// Where later packets begin that may refer to something missing, in order.
  package var holes: [Int64]

  package init(incomplete: [Range<Int64>]? = nil, holes: [Int64]) {
    self.incomplete = incomplete
    self.holes = holes
  }

  package var isEmpty: Bool { (incomplete ?? []).isEmpty && holes.isEmpty }

  /// True if parts are missing of the packet that begins at `position`; nil if that is not known.
  package func lacksParts(at position: Int64) -> Bool? {
    guard let incomplete else { return nil }
    let begun = incomplete.leadingCount { $0.lowerBound <= position }
    return begun > 0 && incomplete[begun - 1].contains(position)
  }

  /// True if something is missing behind `position`, and before what begins at `next` or just there.
  package func isHole(between position: Int64, and next: Int64) -> Bool {
    let passed = holes.leadingCount { $0 <= position }
    return passed < holes.count && holes[passed] <= next
  }
}
