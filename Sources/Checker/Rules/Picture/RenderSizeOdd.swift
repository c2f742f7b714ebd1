import Diagnostics
import TimelineModel

extension Rule {
  static let renderSizeOdd = Rule(
    DiagnosticPage(
      "render-size-odd", .error,
      summary: "a canvas with an odd side, for a format that stores colour by pairs of pixels",
      rationale: "Most video formats keep one colour for two or four pixels, so both sides have to be even.",
      bad: [
        """
        timeline: 1
        canvas: { size: «1281x720», rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 1280x720, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        """
      ]),
    needsLengths: false
  ) { programme, report in
    let (size, video) = (programme.composition.canvas.size, programme.composition.output.video)
    guard let format = video?.pixelFormat else { return }
    let chroma = ChromaSubsampling(pixelFormat: format)
    guard size.width % chroma.horizontal != 0 || size.height % chroma.vertical != 0 else { return }
    func whole(_ length: Int, _ step: Int) -> Int { max(1, length / step) * step }
    let even = PixelSize(
      width: whole(size.width, chroma.horizontal), height: whole(size.height, chroma.vertical))
    let span = programme.composition.canvas.origin[.size]
    report(
      "\(size) has an odd side, which `\(format)` cannot store", at: span,
      fixIts: span.map { [.replace($0, with: "\(even)")] } ?? [])
  }
}
