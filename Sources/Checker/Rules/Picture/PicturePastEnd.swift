import Diagnostics
import TimelineModel

extension Rule {
  static let picturePastEnd = Rule(
    DiagnosticPage(
      "picture-past-end", .warning,
      summary: "a picture that goes on after the end of the programme",
      rationale: "The programme ends where `duration` says, and what lies beyond is cut off.",
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        duration: 2s
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: «4s» } ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        duration: 2s
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 2s } ] } ]
        """
      ])
  ) { programme, report in
    let end = programme.composition.end
    for track in programme.composition.videoTracks {
      guard let last = track.segments.last(where: { !$0.isGap }), last.range.end > end else { continue }
      report(
        "the picture goes on for \((last.range.end - end).inWords) after the programme has ended, at \(end.inWords)",
        at: last.origin[.duration] ?? last.origin[.source] ?? last.origin.span)
    }
  }
}
