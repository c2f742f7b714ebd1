import Diagnostics
import TimelineModel

extension Rule {
  static let fitDistorts = Rule(
    DiagnosticPage(
      "fit-distorts", .warning,
      summary: "a picture that is stretched to another shape",
      rationale:
        "`fit: stretch` gives a picture the canvas's shape whatever its own. `contain` shows all of it, `cover` fills the canvas with it.",
      bad: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks: [ { kind: video, segments: [ «{ clip: tall.mov, fit: stretch }» ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: tall.mov, fit: contain } ] } ]
        """
      ],
      media: "tall.mov  10 s  1080x1920  25 fps")
  ) { programme, report in
    let canvas = programme.composition.canvas.size
    for segment in programme.composition.videoSegments where segment.placement.fit == .stretch {
      guard let media = segment.media, let size = programme.catalog.facts(for: media)?.video?.displaySize,
        segment.placement.crop == Curve(.unit)
      else { continue }
      let (own, wanted) = (Double(size.width) / Double(size.height), Double(canvas.width) / Double(canvas.height))
      guard abs(own / wanted - 1) > programme.settings.distortion else { continue }
      report(
        "a picture of \(size) is stretched to \(canvas)", at: segment.origin.span,
        fixIts: [
          FixIt(
            "write `fit: contain`, or `fit: cover`",
            segment.origin.span.map { [.set(key: "fit", to: "contain", in: .at($0))] } ?? [])
        ])
    }
  }
}
