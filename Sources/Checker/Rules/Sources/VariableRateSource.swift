import Diagnostics
import TimelineModel

extension Rule {
  static let variableRateSource = Rule(
    DiagnosticPage(
      "variable-rate-source", .remark,
      summary: "a source whose frames do not stand at equal distances",
      rationale: """
        Phones and screen recorders write frames when they have them. The canvas has one rate: each of its frames shows \
        the one whose time has come, so that some are shown longer than others and some never, and movement may seem to \
        stumble. That is exact and stays in step with the sound. `frames: blend` on the segment softens it; a copy at \
        an even rate, made with a tool that interpolates, mends it.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 1920x1080, rate: 25 }
        tracks: [ { kind: video, segments: [ «screen.mov» ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 1920x1080, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: screen.mov, frames: blend } ] } ]
        """
      ],
      media: "screen.mov  10 s  1920x1080"),
    needsLengths: false
  ) { programme, report in
    var seen: Set<MediaReference> = []
    for segment in programme.composition.videoSegments where segment.sampling == .nearest {
      guard let media = segment.media,
        case .irregular(let times, _)? = programme.catalog.facts(for: media)?.video?.timing,
        times.count > 1, seen.insert(media).inserted
      else { continue }
      report(
        "the frames of \(media) do not stand at equal distances: some are shown longer than others, or not at all",
        at: segment.origin.span, fixIts: [FixIt("write `frames: blend`, or cut a copy with an even rate")])
    }
  }
}
