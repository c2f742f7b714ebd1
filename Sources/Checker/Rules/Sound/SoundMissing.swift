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
        let fix = programme.fix(for: segment, mapping, place == "begins" ? .begins(facts.audioStart) : .ends(end))
        report(
          "the sound of this source \(place) \(missing.inWords) \(place == "begins" ? "after" : "before") the segment does",
          at: segment.origin[.source], fixIts: [fix].compactMap(\.self))
      }
    }
  }
}

/// Which end of a sound is missing, and when it is in its source.
private enum SoundEdge {
  case begins(Rational)
  case ends(Rational)
}

extension CheckedProgramme {
  /// Lets a segment that plays at its own speed play no more than there is sound, by whole frames of the canvas.
  fileprivate func fix(for segment: AudioSegment, _ mapping: TimeMapping, _ edge: SoundEdge) -> FixIt? {
    guard let written = segment.origin.fields[.source], mapping.source.duration == mapping.target.duration else {
      return nil
    }
    let rate = composition.canvas.rate
    func wholeFrames(_ length: Rational) -> Rational? {
      rate.frame(at: length).flatMap { $0 > 0 ? rate.seconds(ofFrame: $0) : nil }
    }
    let (start, end) = (mapping.source.start.seconds, mapping.source.end.seconds)
    switch edge {
    case .begins(let time):
      return wholeFrames(end - time).map { length in
        FixIt("begin with its sound, at \((end - length).inWords)", [.begin((end - length).asWritten, range: written)])
      }
    case .ends(let time):
      return wholeFrames(time - start).map { length in
        FixIt("end with its sound, at \((start + length).inWords)", [.end((start + length).asWritten, range: written)])
      }
    }
  }
}
