import Diagnostics
import TimelineModel

extension Rule {
  static let toneMappedSource = Rule(
    DiagnosticPage(
      "tone-mapped-source", .remark,
      summary: "a source with more light than the canvas can show",
      rationale: """
        HDR pictures (PQ and HLG, as many phones and cameras make them) go to many times the brightness of white. On a \
        canvas that cannot show it, what is up to about half as bright as white stays as it is, and what is brighter is \
        held back ever more, up to the source's brightest pixel, which becomes white: the curve of BT.2390. Colours that \
        the canvas does not have become the nearest ones. A canvas with `color-space: bt2020-pq` or `bt2020-hlg` keeps \
        them as they are. Where the file is wrong about its light, `color-space` on its asset says so.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks: [ { kind: video, segments: [ «grade.mov» ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 24, color-space: bt2020-pq }
        tracks: [ { kind: video, segments: [ grade.mov ] } ]
        export: { preset: hevc }
        """
      ],
      media: "grade.mov  10 s  1920x1080  24 fps  PQ"),
    needsLengths: false
  ) { programme, report in
    let canvas = programme.composition.canvas
    for (media, origin) in programme.pictures {
      guard let video = programme.catalog.facts(for: media)?.video else { continue }
      let own = video.color.light(peak: video.peakLuminance)
      guard own.transfer != canvas.light.transfer, LightMapping(from: own, to: canvas.light).compresses else {
        continue
      }
      report(
        "\(media) is HDR (\(own.transfer.rawValue.uppercased()), up to \(own.peak.plain) cd/m²): its highlights are held back for the canvas",
        at: origin.span)
    }
  }
}
