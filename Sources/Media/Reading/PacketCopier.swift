import CFFmpeg
package import Platform
package import TimelineModel

/// Gives the packets that show a range of a source's frames, one after another, in the form of a joined track.
///
/// Begin a range, then take packets until there are none. Ranges that follow on one another are read on without a seek.
package final class PacketCopier {
  package let sourceParameters: StreamParameters
  package var seeks: Int { walk.seeks }

  private let walk: PacketWalk
  private var formatter: PacketFormatter?
  private var frames: Range<Int64> = 0..<0
  /// Which of them have come, and how many have not.
  private var given: [Bool] = []
  private var missing = 0
  private var isFirst = true
  /// A packet that has been read and not yet given.
  private var waiting: PacketWalk.Step?

  /// `facts` come from a precise probe.
  package init(path: ConfinedPath, facts: VideoFacts) throws(LibAVError) {
    guard facts.timing.rate != nil else {
      throw LibAVError(
        call: "copy", code: cff_error_invalid_argument, text: "the frames do not stand on a regular grid")
    }
    walk = try PacketWalk(path: path, facts: facts)
    sourceParameters = StreamParameters(copying: walk.stream, facts: facts)
  }

  /// `frames` begins with an access point. The packets from there on in decoding order, without those that show what
  /// comes before it, have to show exactly these frames; otherwise this or `next` throws.
  package func begin(_ frames: Range<Int64>, plan: JoinPlan) throws(LibAVError) {
    formatter = try plan.formatter(for: sourceParameters)
    self.frames = frames
    given = [Bool](repeating: false, count: frames.count)
    missing = frames.count
    isFirst = true
    waiting = frames.isEmpty ? nil : try find(frames.lowerBound)
  }

  /// The next packet; nil after the last one. Its pts counts frames from the first of the range; its dts is the
  /// writer's to set. A key frame is an access point that its bits prove.
  package func next() throws(LibAVError) -> EncodedPacket? {
    guard missing > 0, let formatter else { return nil }
    var step = waiting
    waiting = nil
    while step == nil {
      guard let read = try walk.next() else { throw failure("the stream ends") }
      // Pictures that are shown before the access point need what stands before it.
      if let frame = read.frame, frame < frames.lowerBound { continue }
      step = read
    }
    guard let step, let frame = step.frame, frames.contains(frame), !given[Int(frame - frames.lowerBound)] else {
      throw failure("a packet that shows something else comes")
    }
    given[Int(frame - frames.lowerBound)] = true
    missing -= 1
    defer { isFirst = false }
    let isKey = step.access == .clean || step.access == .trailing
    return EncodedPacket(
      bytes: try formatter.payload(of: walk.packet.bytes, isKey: isKey, beginsRun: isFirst),
      pts: frame - frames.lowerBound, dts: frame - frames.lowerBound, duration: 1, isKey: isKey)
  }

  /// Goes to the access point that shows `frame`.
  private func find(_ frame: Int64) throws(LibAVError) -> PacketWalk.Step {
    if walk.isAhead(frame), let step = try readOn(to: frame) { return step }
    if let landed = try walk.seek(toAccessBefore: frame) {
      if landed.frame == frame { return try proven(landed) }
      if let step = try readOn(to: frame) { return step }
    }
    throw failure("there is no packet of its first frame")
  }

  private func readOn(to frame: Int64) throws(LibAVError) -> PacketWalk.Step? {
    let passed = walk.clock.ticks(of: frame + 1)
    while let step = try walk.next() {
      if step.frame == frame { return try proven(step) }
      if let time = step.decodingTime, time > passed { return nil }
    }
    return nil
  }

  private func proven(_ step: PacketWalk.Step) throws(LibAVError) -> PacketWalk.Step {
    guard step.access == .clean || step.access == .trailing else {
      throw failure("decoding cannot begin at its first frame")
    }
    return step
  }

  private func failure(_ text: String) -> LibAVError {
    LibAVError(
      call: "copy frames \(frames.lowerBound) to \(frames.upperBound)", code: cff_error_invalid_data,
      text: "\(text); has the file changed?")
  }
}
