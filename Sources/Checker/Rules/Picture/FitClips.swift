import Diagnostics
import TimelineModel

extension Rule {
  static let fitClips = Rule(
    DiagnosticPage(
      "fit-clips", .remark,
      summary: "a picture of which `fit: cover` leaves less than a quarter",
      rationale: """
        `cover` fills the canvas and lets what does not fit fall away. Of a wide picture on a tall canvas little is \
        left, and whether that is the part that matters is left to chance. A `crop` says which part is wanted; \
        `contain` shows all of it.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 1080x1920, rate: 25 }
        tracks: [ { kind: video, segments: [ «{ clip: coast.mov, fit: cover }» ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 1080x1920, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: coast.mov } ] } ]
        """
      ],
      media: "coast.mov  10 s  3840x1080  25 fps")
  ) { programme, report in
    let canvas = programme.composition.canvas.size
    for segment in programme.composition.videoSegments where segment.placement.fit == .cover {
      guard let media = segment.media, let size = programme.catalog.facts(for: media)?.video?.displaySize,
        segment.placement.crop == Curve(.unit), segment.placement.scale == Curve(Point(x: 1, y: 1))
      else { continue }
      let (own, wanted) = (Double(size.width) / Double(size.height), Double(canvas.width) / Double(canvas.height))
      let lost = 1 - min(own / wanted, wanted / own)
      guard lost > 0.75 else { continue }
      report(
        "to cover the canvas, \(Int((lost * 100).rounded())) % of this picture of \(size) is cut away",
        at: segment.origin.span, fixIts: [FixIt("write `fit: contain`, or say with `crop` which part is wanted")])
    }
  }
}
