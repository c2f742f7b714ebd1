import CFFmpeg
package import Platform
package import TimelineModel

/// Finds out, without decoding, what the packets around wanted frames of a picture stream are.
package final class PacketIndexer {
  /// What a muxer has to know of the stream, should its packets be copied.
  package let sourceParameters: StreamParameters
  private let walk: PacketWalk

  /// `facts` come from a precise probe.
  package init(path: ConfinedPath, facts: VideoFacts) throws(LibAVError) {
    walk = try PacketWalk(path: path, facts: facts)
    sourceParameters = StreamParameters(copying: walk.stream, facts: facts)
  }

  /// The packets from an access point at or before each range to the first one behind it. Ranges may come in any order
  /// and overlap. Reading costs as much as the packets are long.
  package func index(of frames: [Range<Int64>]) throws(LibAVError) -> PacketIndex {
    let whole = 0..<(walk.clock.facts.timing.frameCount ?? 1)
    var stretches: [Stretch] = []
    for range in frames.map({ $0.clamped(to: whole) }).sorted(by: { $0.lowerBound < $1.lowerBound })
    where !range.isEmpty {
      guard var open = stretches.popLast() else {
        stretches.append(try begin(range.lowerBound, to: range.upperBound))
        continue
      }
      if open.run.reachesEnd || range.lowerBound < open.end || walk.isAhead(range.lowerBound) {
        try extend(&open, to: range.upperBound)
        stretches.append(open)
        continue
      }
      let highest = walk.highest ?? open.end
      if let first = try walk.seek(toAccessBefore: range.lowerBound), let place = first.place, place > highest {
        stretches.append(open)
        open = Stretch(begin: range.lowerBound, first: first)
        try extend(&open, to: range.upperBound)
        stretches.append(open)
      } else {
        // The way back to an access point leads into what has been read already.
        stretches.append(try begin(open.begin, to: range.upperBound))
      }
    }
    return PacketIndex(runs: stretches.map(\.run))
  }

  private func begin(_ frame: Int64, to end: Int64) throws(LibAVError) -> Stretch {
    var stretch = Stretch(begin: frame, first: try walk.seek(toAccessBefore: frame))
    try extend(&stretch, to: end)
    return stretch
  }

  /// Reads on until every frame before `end` has been seen, or can no longer come, and one packet more.
  private func extend(_ stretch: inout Stretch, to end: Int64) throws(LibAVError) {
    let timing = walk.clock.facts.timing
    // Some containers only guess the decoding times.
    let margin = timing.rate.map { max($0.nominal, 1) } ?? 25
    let last = walk.clock.ticks(of: min(end + margin, timing.frameCount ?? end + margin))
    stretch.want(end)
    while !stretch.reachesEnd {
      let hadAll = stretch.missing == 0
      guard let step = try walk.next() else {
        stretch.reachesEnd = true
        return
      }
      stretch.add(step)
      let isPast = step.decodingTime.map { $0 > last } ?? false
      if isPast || hadAll && step.frame.map({ $0 >= end }) ?? false { return }
    }
  }
}

/// A run in the making.
private struct Stretch {
  private(set) var packets: [PacketFacts] = []
  var reachesEnd = false
  /// The frames that are wanted.
  let begin: Int64
  private(set) var end: Int64
  /// Which of them have come, and how many have not.
  private var seen: [Bool] = []
  private(set) var missing = 0
  /// How far back a second packet of one frame may come.
  private static let neighbourhood = 16

  var run: PacketRun { PacketRun(packets: packets, reachesEnd: reachesEnd) }

  init(begin: Int64, first: PacketWalk.Step?) {
    self.begin = begin
    end = begin
    if let first { add(first) } else { reachesEnd = true }
  }

  mutating func want(_ newEnd: Int64) {
    guard newEnd > end else { return }
    let wanted = end..<newEnd
    seen += [Bool](repeating: false, count: wanted.count)
    missing += wanted.count
    end = newEnd
    // Some of them have come while earlier ones were read.
    for packet in packets.suffix(4 * Stretch.neighbourhood) { mark(packet.frame, in: wanted) }
  }

  mutating func add(_ step: PacketWalk.Step) {
    var facts = PacketFacts(frame: step.frame, access: step.access, size: step.size, isCopyable: step.isCopyable)
    mark(facts.frame, in: begin..<end)
    // Fields come as two packets: under one number, or the second one without a time.
    if step.place == nil, let last = packets.indices.last { packets[last].frame = nil }
    let near = packets.indices.suffix(Stretch.neighbourhood)
    if let frame = facts.frame, let twin = near.last(where: { packets[$0].frame == frame }) {
      packets[twin].frame = nil
      facts.frame = nil
    }
    packets.append(facts)
  }

  private mutating func mark(_ frame: Int64?, in wanted: Range<Int64>) {
    guard let frame, wanted.contains(frame), !seen[Int(frame - begin)] else { return }
    seen[Int(frame - begin)] = true
    missing -= 1
  }
}
