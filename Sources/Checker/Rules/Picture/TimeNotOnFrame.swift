import Diagnostics
import TimelineModel

extension Rule {
  static let timeNotOnFrame = Rule(
    DiagnosticPage(
      "time-not-on-frame", .warning,
      summary: "a cut of the picture that falls between two frames",
      rationale: """
        A frame belongs to the segment that holds its time, so the cut is seen at the next frame. That is exact and \
        nothing drifts, but the segment shows a frame more or less than its length suggests. Where the lengths come \
        from sources with another rate, write `snap: nearest` in the canvas. It is said once.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments: [ { clip: { color: red }, duration: «1.01s» }, { clip: { color: blue }, duration: 2.99s } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments: [ { clip: { color: red }, duration: 1.04s }, { clip: { color: blue }, duration: 2.96s } ]
        """
      ])
  ) { programme, report in
    let rate = programme.composition.canvas.rate
    // Over handles a segment goes on beyond its cut.
    let crossings = Set(programme.composition.instructions.lazy.filter(\.isTransition).map(\.range.end))
    var offStarts: [(Origin, TimelineTime, Origin.Field)] = []
    var offEnds = offStarts
    for track in programme.composition.videoTracks {
      for segment in track.segments where !segment.isGap {
        let (origin, range) = (segment.origin, segment.range)
        if !rate.isOnGrid(range.start.seconds), origin.fields[.at] != nil, origin[.at] != origin.span {
          offStarts.append((origin, range.start, .at))
        }
        if !rate.isOnGrid(range.end.seconds), !crossings.contains(range.end) {
          offEnds.append((origin, range.end, origin.fields[.duration] == nil ? .source : .duration))
        }
      }
    }
    let off = offStarts + offEnds
    guard let (origin, time, field) = off.first else { return programme.reportInstructions(off: rate, &report) }
    guard let frame = rate.frame(at: time.seconds) else { return }
    let (before, after) = (rate.seconds(ofFrame: frame), rate.seconds(ofFrame: frame + 1))
    let others = off.count > 1 ? ", and so do \(off.count - 1) more" : ""
    report(
      "this segment \(field == .at ? "begins" : "ends") at \(time.inWords), between two frames\(others)",
      at: origin[field],
      fixIts: [
        FixIt("the nearest frames stand at \(before.inWords) (`\(frame)f`) and \(after.inWords) (`\(frame + 1)f`)"),
        .snap(programme.composition),
      ])
  }
}

extension Instruction {
  /// True for those that no one wrote as instructions.
  fileprivate var isTransition: Bool { origin == .none && layers.contains { $0.origin != .none } }
}

extension FixIt {
  fileprivate static func snap(_ composition: Composition) -> FixIt {
    let canvas = composition.canvas.origin.span
    return FixIt(
      "or let all cuts move to the nearest frames: `canvas: { snap: nearest }`",
      canvas.map { [.set(key: "snap", to: "nearest", in: .at($0))] } ?? [])
  }
}

extension CheckedProgramme {
  /// The edges of instructions that someone wrote fall on frames as well.
  fileprivate func reportInstructions(off rate: FrameRate, _ report: inout Rule.Report) {
    guard hasWrittenInstructions else { return }
    let off = composition.instructions.filter { !rate.isOnGrid($0.range.end.seconds) }
    guard let first = off.first, let frame = rate.frame(at: first.range.end.seconds) else { return }
    let others = off.count > 1 ? ", and so do \(off.count - 1) more" : ""
    report(
      "this instruction ends at \(first.range.end.inWords), between two frames\(others)", at: first.origin[.over],
      fixIts: [FixIt("the nearest frames are `\(frame)f` and `\(frame + 1)f`"), .snap(composition)])
  }
}
