import Diagnostics
import TimelineModel

extension Rule {
  static let backgroundNotOpaque = Rule(
    DiagnosticPage(
      "background-not-opaque", .error,
      summary: "a transparent background under what needs an opaque one",
      rationale: """
        A timeline with a transparent background lies over what is behind it in the timeline that plays it. Effects of the \
        whole picture, blend modes and titles that hold the picture work on finished colours, which there are none of where \
        nothing lies.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25, background: «transparent» }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s, scale: 0.5, blend: screen } ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25, background: transparent }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s, scale: 0.5 } ] } ]
        """
      ]),
    needsLengths: false
  ) { programme, report in
    let composition = programme.composition
    guard !composition.canvas.background.isOpaque, let obstacle = composition.colourful else { return }
    report(
      "the background is not opaque, and \(obstacle.what) an opaque one",
      at: composition.canvas.origin[.background] ?? obstacle.span)
  }
}

extension Composition {
  /// Something that works on finished colours.
  fileprivate var colourful: (what: String, span: SourceSpan?)? {
    if let effect = effects.first { return ("effects of the whole picture need", effect.origin.span) }
    if let title = titles.first(where: \.holdsPicture) {
      return ("a title that holds the picture needs", title.origin.span)
    }
    let segments = videoSegments.filter { $0.blend != .normal }
    if let segment = segments.first { return ("blend modes need", segment.origin.span) }
    let layer = instructions.flatMap(\.layers).first(where: \.blends)
    return layer.map { ("blend modes need", $0.origin.span) }
  }
}

extension Layer {
  fileprivate var blends: Bool {
    if let blend, blend != .normal { return true }
    if case .mix(let first, let second, _, _) = content { return first.blends || second.blends }
    return false
  }
}
