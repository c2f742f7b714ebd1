import Diagnostics

/// Finds where the clock of a transport stream goes on as if a whole picture, or a whole piece of sound, was missing.
/// Where sixteen packets are lost their counters fit again, since they have four bits.
struct GapScan {
  /// A time at which something may be missing.
  private struct Gap {
    /// In ticks.
    var time: Int64
    /// Where in the file the piece before begins, and the one behind the next.
    var places: ClosedRange<Int64>
  }

  private var gaps: [Gap] = []
  private var last: Int64 = 0
  /// In ticks, where what comes next is to stand.
  private var expected: Int64?
  /// How long the piece lasts that is being read, and the longest so far.
  private var piece: Int64 = 0
  private var longest: Int64 = 0
  private var count = 0
  /// True while the last gap is the one before the piece that is being read.
  private var isOpen = false
  /// Where in the file pictures go on with a key frame behind a gap, as where recordings were joined.
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

  /// Where the first gap begins, in ticks; nil if there is none, or far too many.
  ///
  /// - Parameter joins: Where in the file recordings were joined, which leave gaps.
  func firstLoss(besides joins: [Int64]) -> Int64? {
    let joins = joins.sorted()
    let lost = gaps.filter { gap in
      joins.leadingCount { $0 < gap.places.lowerBound } == joins.leadingCount { $0 <= gap.places.upperBound }
    }
    return lost.count <= 1 + count / GapScan.packetsPerGap ? lost.first?.time : nil
  }
}
