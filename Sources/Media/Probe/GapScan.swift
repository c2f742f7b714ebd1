import Diagnostics

/// Finds where the clock of a transport stream goes on as if a whole picture, or a whole piece of sound, was missing.
/// Where sixteen packets are lost their counters fit again, since they have four bits.
struct GapScan {
  private let joins: [Int64]
  private var last: Int64 = 0
  /// In ticks, where what comes next is to stand.
  private var expected: Int64?
  /// How long the piece lasts that is being read, and the longest so far.
  private var piece: Int64 = 0
  private var longest: Int64 = 0
  private var count = 0
  private var gaps = 0
  private var first: Int64?

  /// In a stream that leaves gaps everywhere nothing is lost: it was made so.
  private static let packetsPerGap = 100

  init(_ joins: [Int64]) { self.joins = joins }

  /// Takes the next packet; `time` and `lasts` are ticks.
  mutating func add(_ packet: Packet, time: Int64?, lasts: Int64) {
    guard let time, lasts > 0 else { return }
    count += 1
    let position = packet.place
    if position >= 0 {
      longest = max(longest, piece)
      // A clock trembles, and some frames last half as long again as others.
      if let expected, piece > 0, time - expected > longest * 3 / 4, !isJoin(position) {
        gaps += 1
        first = first ?? expected
      }
      (last, piece) = (position, 0)
    }
    piece += lasts
    expected = time + lasts
  }

  private func isJoin(_ position: Int64) -> Bool {
    joins.leadingCount { $0 <= last } < joins.leadingCount { $0 <= position }
  }

  /// Where the first gap begins, in ticks; nil if there is none, or far too many.
  var firstLoss: Int64? { gaps <= 1 + count / GapScan.packetsPerGap ? first : nil }
}
