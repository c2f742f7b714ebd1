import Diagnostics
package import TimelineModel

extension PacketIndex {
  /// The run in which all packets of these frames lie.
  package func run(holding frames: Range<Int64>) -> PacketRun? {
    runs.first { $0.frames.contains(frames.lowerBound) && $0.frames.contains(frames.upperBound - 1) }
  }
}

extension PacketRun {
  /// What of these frames packets can be copied for: the longest clean prefix that begins with the first access point.
  ///
  /// What comes first in decoding order can always be decoded without what comes later. From an access point that shows
  /// x₀ on, leaving out what shows something before it, n packets show exactly [x₀, x) if and only if the latest of them
  /// shows x₀ + n − 1.
  package func copyable(of wanted: Range<Int64>) -> (frames: Range<Int64>, reorderDepth: Int)? {
    guard let start = firstAccess(in: wanted), let first = packets[start].frame else { return nil }
    var (count, latest, depth) = (Int64(0), first - 1, 0)
    var best: (end: Int64, depth: Int)?
    for packet in packets[start...] {
      // What shows nothing, or not by itself, has no place in a movie of one packet for each frame.
      guard let frame = packet.frame, packet.isCopyable else { break }
      if frame < first { continue }
      count += 1
      latest = max(latest, frame)
      depth = max(depth, Int(count - 1 - (frame - first)))
      if count > wanted.upperBound - first { break }
      if latest - first + 1 == count, latest < wanted.upperBound { best = (latest + 1, depth) }
    }
    return best.map { (first..<$0.end, $0.depth) }
  }

  private func firstAccess(in wanted: Range<Int64>) -> Int? {
    let before = accessPoints.leadingCount { packets[$0].frame! < wanted.lowerBound }
    return accessPoints[before...].first { packets[$0].access != .claimed }
      .flatMap { wanted.contains(packets[$0].frame!) ? $0 : nil }
  }

  /// How many packets are decoded, from the nearest access point on, to show `frame` and nothing before it.
  package func catchUp(to frame: Int64) -> Int? {
    let before = accessPoints.leadingCount { packets[$0].frame! <= frame }
    guard before > 0 else { return nil }
    let start = accessPoints[before - 1]
    guard let end = packets[start...].firstIndex(where: { $0.frame == frame }) else { return nil }
    // What shows something later is decoded for its own sake.
    return packets[start..<end].count { packet in packet.frame.map { $0 < frame } ?? true }
  }
}
