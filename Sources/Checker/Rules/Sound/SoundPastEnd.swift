import Diagnostics
import TimelineModel

extension Rule {
  static let soundPastEnd = Rule(
    DiagnosticPage(
      "sound-past-end", .warning,
      summary: "sound that goes on after the end of the programme",
      rationale:
        """
        The programme ends with its picture, or where `duration` says; sound beyond is cut off. Shorten the sound, or \
        lengthen the picture.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks:
          - { kind: video, segments: [ { clip: { color: teal }, duration: 8s } ] }
          - { kind: audio, segments: [ { clip: song.wav, source: «0s..60s» } ] }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks:
          - { kind: video, segments: [ { clip: { color: teal }, duration: 8s } ] }
          - { kind: audio, segments: [ { clip: song.wav, source: 0s..8s } ] }
        """
      ],
      media: "song.wav  60 s  48000 Hz")
  ) { programme, report in
    let end = programme.composition.end
    for track in programme.composition.audioTracks {
      guard let last = track.segments.last(where: { !$0.isGap }), last.range.end > end else { continue }
      let excess = last.range.end - end
      guard excess >= programme.composition.canvas.rate.frameDuration else { continue }
      report(
        "the sound goes on for \(excess.inWords) after the programme has ended, at \(end.inWords)",
        at: last.origin[.source] ?? last.origin.span)
    }
  }
}
