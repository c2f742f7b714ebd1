import Diagnostics
import TimelineModel

extension Rule {
  static let alphaNotKept = Rule(
    DiagnosticPage(
      "alpha-not-kept", .warning,
      summary: "transparency that the container has no place for",
      rationale: """
        VP9 keeps how transparent a picture is beside the picture, and only Matroska has a place for that. Everywhere \
        else the movie plays, but nothing of it is transparent.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25, background: transparent }
        export: { container: mp4, video: { codec: vp9, pixel-format: «yuva420p» } }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s, scale: 0.5 } ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25, background: transparent }
        export: { container: mkv, video: { codec: vp9, pixel-format: yuva420p } }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s, scale: 0.5 } ] } ]
        """
      ]),
    needsLengths: false
  ) { programme, report in
    let composition = programme.composition
    let output = composition.output
    guard !composition.canvas.background.isOpaque, let video = output.video, video.encoder == "libvpx-vp9",
      video.pixelFormat.hasPrefix("yuva"), output.container != .mkv
    else { return }
    report("VP9's transparency is lost in `\(output.container.rawValue)`", at: output.origin[.pixelFormat])
  }
}
