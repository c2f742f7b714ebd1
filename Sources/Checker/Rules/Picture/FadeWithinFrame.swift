import Diagnostics
import TimelineModel

extension Rule {
  static let fadeWithinFrame = Rule(
    DiagnosticPage(
      "fade-within-frame", .warning,
      summary: "a picture whose fade in is over before its second frame",
      rationale: """
        A fade begins at nothing. Where it lasts no longer than a frame, as one that is to keep the sound from clicking, \
        the first frame is not seen at all and the next one whole: a flash of the background at the cut. `volume` with \
        keys fades the sound alone.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks:
          - kind: av
            segments:
              - { clip: talk.mov, source: 0s..2s }
              - { clip: talk.mov, source: 3s..5s, fade: «10ms» }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks:
          - kind: av
            segments:
              - { clip: talk.mov, source: 0s..2s }
              - { clip: talk.mov, source: 3s..5s, volume: { keys: { 0s: 0, 10ms: 1, end - 10ms: 1, end: 0 } } }
        """
      ],
      media: "talk.mov  10 s  640x360  25 fps  48000 Hz  sound 10 s")
  ) { programme, report in
    let rate = programme.composition.canvas.rate
    var seen: Set<SourceSpan> = []
    func look(_ fade: Fade, over range: TimelineRange, at span: SourceSpan?) {
      guard fade.in > .zero, fade.in <= rate.frameDuration, let span, !seen.contains(span),
        let first = rate.frames(in: range).first
      else { return }
      let (shown, next) = (TimelineTime(rate.seconds(ofFrame: first)), TimelineTime(rate.seconds(ofFrame: first + 1)))
      guard fade.value(at: shown, in: range) == 0, fade.in <= next - range.start else { return }
      seen.insert(span)
      report(
        "this fade in lasts \(fade.in.inWords), and a frame \(rate.frameDuration.inWords): the first frame is not seen",
        at: span, fixIts: [FixIt("fade the sound alone, with `volume: { keys: … }`, or for two frames and more")])
    }
    for track in programme.composition.videoTracks {
      look(track.fade, over: track.range, at: track.origin[.fade])
      for segment in track.segments where !segment.isGap {
        look(segment.fade, over: segment.range, at: segment.origin[.fade])
      }
    }
  }
}
