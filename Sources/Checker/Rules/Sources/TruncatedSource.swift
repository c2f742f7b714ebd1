import Diagnostics
import TimelineModel

extension Rule {
  static let truncatedSource = Rule(
    DiagnosticPage(
      "truncated-source", .warning,
      summary: "a file that breaks off before all that its header lists",
      rationale: """
        A copy or a recording was interrupted, or a broadcast was cut by its bytes. What is there can be used like any \
        other source, and its length is that of what is there. Where a header lists more, with `--on-damage conceal` \
        it has the length that the header lists, and its last good frame and silence stand in for the rest.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks: [ { kind: video, segments: [ «card.mov» ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks: [ { kind: video, segments: [ cat.mov ] } ]
        """
      ],
      media: """
        card.mov  4 s  640x480  25 fps  10 s whole
        cat.mov  10 s  640x360  25 fps
        """),
    needsLengths: false
  ) { programme, report in
    var seen: Set<MediaReference> = []
    for (media, origin) in programme.sources {
      guard let facts = programme.catalog.facts(for: media), let words = facts.breakOffWords,
        seen.insert(media.file).inserted
      else { continue }
      report(
        "\(media) \(words)",
        at: origin[.source] ?? origin.span,
        fixIts: facts.listsMore ? [FixIt("`--on-damage conceal` fills the rest with its last good frame and silence")] : [])
    }
  }
}
