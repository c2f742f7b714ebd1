import Diagnostics

/// Finds gaps in the clock of a transport stream that are as long as a picture, or as a piece of sound.
///
/// The counters of its packets have four bits, so they do not show the loss of sixteen packets.
struct GapScan {
  /// A gap in the clock, in which a picture or a piece of sound may be missing.
  private struct Gap {
    /// In ticks.
    var time: Int64
    /// The byte offsets between which it lies: from the start of the piece before it to the start of the second piece
    /// after it.
    var places: ClosedRange<Int64>
  }

  private var gaps: [Gap] = []
  private var last: Int64 = 0
  /// The end of the last packet, in ticks.
  private var expected: Int64?
  /// The durations of the piece that is being read and of the longest one so far, in ticks.
  private var piece: Int64 = 0
  private var longest: Int64 = 0
  private var count = 0
  /// True if the last gap stands right before the piece that is being read.
  private var isOpen = false
  /// The byte offsets of key frames after a gap, where recordings may have been joined.
  private(set) var joins: [Int64] = []

  /// In a stream that leaves gaps everywhere nothing is lost: it was made so.
  private static let packetsPerGap = 100

  /// Takes the next packet; `time` and `lasts` are ticks.
  mutating func add(_ packet: Packet, time: Int64?, lasts: Int64, isPicture: Bool) {
    guard let time, lasts > 0 else { return }
    count += 1
    let place = packet.place
    if place >= 0 {
      longest = max(longest, piece)
      if isOpen, let gap = gaps.last { gaps[gaps.count - 1].places = gap.places.lowerBound...max(place, last) }
      isOpen = false
      // A clock trembles, and some frames last half as long again as others.
      if let expected, piece > 0, time - expected > longest * 3 / 4 {
        if isPicture, packet.isKey {
          joins.append(place)
        } else {
          gaps.append(Gap(time: expected, places: last...max(place, last)))
          isOpen = true
        }
      }
      (last, piece) = (place, 0)
    }
    piece += lasts
    expected = time + lasts
  }

  /// Returns the time of the first gap, in ticks; nil if there is none, or so many that the stream was made with them.
  ///
  /// - Parameter joins: The byte offsets at which recordings were joined; gaps there are no losses.
  func firstLoss(besides joins: [Int64]) -> Int64? {
    let joins = joins.sorted()
    let lost = gaps.filter { gap in
      joins.leadingCount { $0 < gap.places.lowerBound } == joins.leadingCount { $0 <= gap.places.upperBound }
    }
    return lost.count <= 1 + count / GapScan.packetsPerGap ? lost.first?.time : nil
  }
}
