import Diagnostics
import TimelineModel

extension Rule {
  static let soundMissing = Rule(
    DiagnosticPage(
      "sound-missing", .warning,
      summary: "the sound of a source begins later, or ends earlier, than the segment",
      rationale: """
        The picture of the source goes on there, so the segment is allowed; it is silent meanwhile. A quarter of a \
        second is let pass, since sound and picture rarely end together to the sample. End the segment with its sound, \
        fade the sound out before it breaks off, or lay other sound under it.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 1920x1080, rate: 25 }
        tracks: [ { kind: av, segments: [ { clip: talk.mov, source: «2s..9s» } ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 1920x1080, rate: 25 }
        tracks: [ { kind: av, segments: [ { clip: talk.mov, source: 2s..7s } ] } ]
        """
      ],
      media: "talk.mov  10 s  1920x1080  25 fps  48000 Hz  sound 7 s")
  ) { programme, report in
    for segment in programme.composition.audioSegments {
      guard case .sound(let media, let mapping) = segment.content, let facts = programme.catalog.facts(for: media),
        facts.video != nil, let end = facts.audioEnd
      else { continue }
      let (before, after) = (facts.audioStart - mapping.source.start.seconds, mapping.source.end.seconds - end)
      for (missing, place) in [(before, "begins"), (after, "ends")] where missing >= Rational(1, 4) {
        report(
          "the sound of this source \(place) \(missing.inWords) \(place == "begins" ? "after" : "before") the segment does",
          at: segment.origin[.source])
      }
    }
  }
}
