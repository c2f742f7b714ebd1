import Diagnostics
import TimelineModel

extension Rule {
  static let damagedSource = Rule(
    DiagnosticPage(
      "damaged-source", .warning,
      summary: "a file whose parts do not fit together",
      rationale: """
        Somewhere in a Matroska, AVI or FLV file its parts break off and go on later, or are none that could be: bytes \
        are wrong or missing, or another file was joined to it, which is not read. Or the clock of an MPEG stream leaps ahead \
        by more than five seconds, as where part of a recording is lost, or falls back by less than a \
        quarter of one. Or the counters of a transport stream say that packets of its picture or sound are missing, \
        or its clock leaves out a whole picture or piece of sound, or there is something between its packets. Or pages \
        of an Ogg file are missing or do not match their checksums. Or fragments of an MP4 file are missing by their \
        numbers, and the clock leaves something out there. A render fails where a frame is not as it was coded, and \
        names its time. With `--on-damage conceal` the last good frame stands in, and silence for sound. Where only \
        the clock tells that something is gone, the frame before it is shown for longer, and there is silence. A single \
        picture is decoded by the check, and what its file says of its end and of its checksums counts as well. Of \
        others, what looks whole in the container and is not is found when it is decoded, and not by this rule.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks: [ { kind: video, segments: [ «card.mkv» ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks: [ { kind: video, segments: [ cat.mkv ] } ]
        """
      ],
      media: """
        card.mkv  10 s  640x480  25 fps  4 s damaged
        cat.mkv  10 s  640x360  25 fps
        """),
    needsLengths: false
  ) { programme, report in
    var seen: Set<MediaReference> = []
    for (media, origin) in programme.sources {
      guard let facts = programme.catalog.facts(for: media), let words = facts.damageWords,
        seen.insert(media.file).inserted
      else { continue }
      guard !facts.isStill else {
        report("\(media) is damaged: its decoder cannot read all of it", at: origin.span)
        continue
      }
      report(
        "\(media) \(words)", at: origin[.source] ?? origin.span,
        fixIts: [FixIt("`--on-damage conceal` shows the last good frame, and is silent, for what is missing")])
    }
  }
}
