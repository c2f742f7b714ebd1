/// The size of all that has been loaded for one document: the document, its variants and the timelines that they play.
/// Each is bounded by itself, and a few lines can ask for a thousand of them.
struct LoadedSize {
  /// The number of values, with those that `defaults` and parameters add.
  private var values = 0
  /// The number of timelines, each counted once for all values that are given to its parameters.
  private var timelines = 0

  private static let mostValues = 4_000_000
  private static let mostTimelines = 10_000

  mutating func add(values count: Int) { values += count }
  mutating func addTimeline() { timelines += 1 }

  /// Why nothing more can be loaded; nil if it can.
  var objection: String? {
    if values >= LoadedSize.mostValues {
      "the document, its variants and the timelines that they play would hold more than 4 million values together"
    } else if timelines >= LoadedSize.mostTimelines {
      "more than 10,000 timelines would be loaded for the document and its variants"
    } else {
      nil
    }
  }

  /// The number of times that something of this size can be loaded before the limit of values is reached.
  var timesWithinLimit: Int { LoadedSize.mostValues / max(values, 1) }
}
