import Diagnostics
import TimelineModel

extension Rule {
  static let layerTrackEmpty = Rule(
    DiagnosticPage(
      "layer-track-empty", .warning,
      summary: "a layer whose track has nothing to show meanwhile",
      rationale:
        "The layer is transparent for as long as the instruction lasts. Either the range or the track is not the one that was meant.",
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { id: badge, kind: video, segments: [ { clip: { color: red }, duration: 1s } ] }
          - { id: main, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] }
        instructions:
          - { over: 0s..1s, layers: [ badge, main ] }
          - { over: 1s..4s, layers: [ «badge», main ] }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { id: badge, kind: video, segments: [ { clip: { color: red }, duration: 1s } ] }
          - { id: main, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] }
        instructions:
          - { over: 0s..1s, layers: [ badge, main ] }
          - { over: 1s..4s, layers: [ main ] }
        """
      ])
  ) { programme, report in
    guard programme.hasWrittenInstructions else { return }
    let tracks = Dictionary(programme.composition.videoTracks.map { ($0.id, $0) }) { first, _ in first }
    let shown = tracks.mapValues { TimelineRanges($0.segments.filter { !$0.isGap }.map(\.range)) }
    func visit(_ layer: Layer, over range: TimelineRange, isMixed: Bool = false) {
      switch layer.content {
      case .mix(let first, let second, _, _):
        visit(first, over: range, isMixed: true)
        visit(second, over: range, isMixed: true)
      case .track(let id):
        guard let track = tracks[id], shown[id]?.overlap(range) == false else { return }
        report(
          "the track `\(id)` shows nothing from \(range.start.inWords) to \(range.end.inWords)", at: layer.origin.span,
          notes: [Note("the track is here", at: track.origin[.id])],
          fixIts: isMixed ? [] : layer.origin.span.map { [FixIt("leave the layer out", [.remove($0)])] } ?? [])
      }
    }
    for instruction in programme.composition.instructions {
      for layer in instruction.layers { visit(layer, over: instruction.range) }
    }
  }
}
