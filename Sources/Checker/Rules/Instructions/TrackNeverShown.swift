import Diagnostics
import TimelineModel

extension Rule {
  static let trackNeverShown = Rule(
    DiagnosticPage(
      "track-never-shown", .warning,
      summary: "a track that no instruction shows",
      rationale: """
        Where instructions are written by hand, they decide the whole picture: a track that is in none of their layers \
        is heard and never seen.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { id: «badge», kind: video, segments: [ { clip: { color: red }, duration: 1s } ] }
          - { id: main, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] }
        instructions:
          - { over: 0s..4s, layers: [ main ] }
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
      ]),
    needsLengths: false
  ) { programme, report in
    guard programme.hasWrittenInstructions, programme.layersAreKnown else { return }
    let shown = Set(programme.composition.instructions.flatMap(\.layers).flatMap(\.tracks))
      .union(programme.composition.matteTracks)
    for track in programme.composition.videoTracks where !shown.contains(track.id) && track.segments.contains(where: { !$0.isGap }) {
      report("the track `\(track.id)` is in no layer of any instruction", at: track.origin[.id])
    }
  }
}
