import Diagnostics
import TimelineModel

extension Rule {
  static let rampOutOfRange = Rule(
    DiagnosticPage(
      "ramp-out-of-range", .error,
      summary: "a ramp outside what it belongs to",
      rationale: """
        Inside a segment or a title, times count from its own start; in tracks, instructions and the mix they count on \
        the timeline. A ramp that leaves its owner would never get to its end, which usually means that the wrong clock \
        was meant.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments:
              - { clip: { color: red }, duration: 4s, opacity: { from: 1, to: 0, over: «3s..6s» } }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments:
              - { clip: { color: red }, duration: 4s, opacity: { from: 1, to: 0, over: 3s..4s } }
        """
      ])
  ) { programme, report in
    for curve in programme.curves {
      for piece in curve.pieces
      where piece.range.start < curve.ownerRange.start || piece.range.end > curve.ownerRange.end {
        let clock = curve.hasOwnClock ? curve.ownerRange.start.seconds : .zero
        let owner = curve.owner == "track" ? "programme" : curve.owner
        let (start, end) = (curve.ownerRange.start.seconds - clock, curve.ownerRange.end.seconds - clock)
        let what = piece.range.isEmpty ? "this step" : "this ramp"
        report(
          "\(what) of the \(curve.quantity) runs from \((piece.range.start.seconds - clock).inWords) to \((piece.range.end.seconds - clock).inWords), but its \(owner) lasts from \(start.inWords) to \(end.inWords)",
          at: piece.origin ?? curve.origin)
      }
    }
  }
}
