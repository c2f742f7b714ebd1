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
        let timing = programme.catalog.facts(for: media)?.video?.timing, let words = timing.unevenness(of: media),
        seen.insert(media).inserted
      else { continue }
      report(
        words, at: segment.origin.span,
        fixIts: [FixIt("write `frames: blend`, or cut a copy with an even rate")])
    }
  }
}

extension FrameTiming {
  /// In words, what is uneven about the frames of a source; nil if nothing is.
  fileprivate func unevenness(of media: MediaReference) -> String? {
    switch self {
    case .irregular(let times, _) where times.count > 1:
      return "the frames of \(media) do not stand at equal distances: some are shown longer than others, or not at all"
    case .sparse(_, let places, _):
      let all = (places.last ?? 0) + 1
      let missing = all - Int64(places.count)
      return missing > 0 ? "\(media) lacks \(missing) of \(all) frames: those before them are shown for longer" : nil
    default: return nil
    }
  }
}
