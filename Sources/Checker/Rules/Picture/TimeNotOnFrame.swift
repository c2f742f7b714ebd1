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
        from sources with another rate it cannot be helped, and is said once.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments: [ { clip: { color: red }, duration: «1.01s» }, { clip: { color: blue }, duration: 2.99s } ]
        """
      ])
  ) { programme, report in
    let rate = programme.composition.canvas.rate
    let segments = programme.composition.videoTracks.flatMap(\.segments).filter { !$0.isGap }
    let offEnds = segments.filter { !rate.isOnGrid($0.range.end.seconds) }
    let offStarts = segments.filter { segment in
      !rate.isOnGrid(segment.range.start.seconds) && segment.origin[.at] != segment.origin.span
    }
    let off =
      (offStarts.filter { $0.origin.fields[.at] != nil }.map { ($0, $0.range.start, Origin.Field.at) }
        + offEnds.map { ($0, $0.range.end, $0.origin.fields[.duration] == nil ? .source : .duration) })
    guard let (segment, time, field) = off.first else { return }
    guard let frame = rate.frame(at: time.seconds) else { return }
    let (before, after) = (rate.seconds(ofFrame: frame), rate.seconds(ofFrame: frame + 1))
    let others = off.count > 1 ? ", and so do \(off.count - 1) more" : ""
    report(
      "this segment \(field == .at ? "begins" : "ends") at \(time.inWords), between two frames\(others)",
      at: segment.origin[field],
      fixIts: [
        FixIt("the nearest frames stand at \(before.inWords) (`\(frame)f`) and \(after.inWords) (`\(frame + 1)f`)")
      ])
  }
}
