/// A test of whether packets come in the order of their presentation times.
struct PresentationOrder {
  /// True if no packet so far is shown at the time of the one before it, or earlier.
  private(set) var isKept = true
  private var last: Int64?

  /// Takes the presentation time of the next packet, in ticks.
  mutating func add(_ time: Int64) {
    if let last, time <= last { isKept = false }
    last = time
  }
}
