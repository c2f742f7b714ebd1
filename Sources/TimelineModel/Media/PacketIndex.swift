/// What the packets of a picture stream are, in stretches that follow on one another in decoding order: enough to tell
/// which of them may be copied, and how far back decoding has to begin.
package struct PacketIndex: Hashable, Sendable {
  /// In the order of the stream; no two overlap.
  package var runs: [PacketRun]
  package init(runs: [PacketRun] = []) { self.runs = runs }
}

/// Packets that follow on one another without a gap.
package struct PacketRun: Hashable, Sendable {
  /// In decoding order. The first one is an access point where the stream has one there.
  package let packets: [PacketFacts]
  /// True where the stream ends with the last of them.
  package let reachesEnd: Bool
  /// From the first frame that one of them shows to the last.
  package let frames: Range<Int64>
  /// Where the packets stand that decoding may begin with or is claimed to, in order.
  package let accessPoints: [Int]

  package init(packets: [PacketFacts], reachesEnd: Bool) {
    self.packets = packets
    self.reachesEnd = reachesEnd
    let shown = packets.lazy.compactMap(\.frame)
    frames = (shown.min() ?? 0)..<(shown.max() ?? -1) + 1
    accessPoints = packets.indices.filter { packets[$0].access != .none && packets[$0].frame != nil }
  }
}

/// One packet, as far as copying asks.
package struct PacketFacts: Hashable, Sendable {
  /// The number of the frame that it shows; nil where it shows none, or only half of one.
  package var frame: Int64?
  package var access: Access
  /// Bytes of its payload.
  package var size: Int32
  /// True if it can be decoded by the headers of its stream alone.
  package var isCopyable: Bool

  package init(frame: Int64?, access: Access, size: Int32, isCopyable: Bool = true) {
    self.frame = frame
    self.access = access
    self.size = size
    self.isCopyable = isCopyable
  }

  /// Whether decoding may begin here, as its bits prove and not as the container claims.
  package enum Access: UInt8, Hashable, Sendable {
    case none
    /// Nothing after it, in decoding order, refers to anything before it: an IDR picture, a key frame of VP9 or AV1, any
    /// picture of a codec that knows no other.
    case clean
    /// What is shown after it does not refer to anything before it, but pictures shown before it may: a CRA picture of
    /// HEVC.
    case trailing
    /// The container or a recovery point claims it and nothing proves it: a decoder can begin here, yet what is cut off
    /// before may be missed. Of use for catching up and never for copying.
    case claimed
  }
}

extension PacketRun {
  /// How many packets come before their turn at most when exactly `frames` are copied: the packets from the one that
  /// shows the first of them, without those that show something earlier. Nil where those do not show exactly `frames`,
  /// or the first of them is no access point that may be copied from.
  package func reorderDepth(of frames: Range<Int64>) -> Int? {
    guard let first = packets.firstIndex(where: { $0.frame == frames.lowerBound }),
      packets[first].access == .clean || packets[first].access == .trailing
    else { return nil }
    var count: Int64 = 0
    var (depth, highest) = (Int64(0), Int64(-1))
    for packet in packets[first...] where count < frames.count {
      guard let frame = packet.frame, packet.isCopyable, frame < frames.upperBound else { return nil }
      let place = frame - frames.lowerBound
      if place < 0 { continue }
      depth = max(depth, count - place)
      highest = max(highest, place)
      count += 1
    }
    // The numbers are distinct.
    return count == frames.count && highest == count - 1 ? Int(depth) : nil
  }
}
