import Diagnostics
import TimelineModel

extension Rule {
  static let truncatedSource = Rule(
    DiagnosticPage(
      "truncated-source", .warning,
      summary: "a file that breaks off before all that its header lists",
      rationale: """
        A copy or a recording was interrupted. What is there can be used like any other source, and its length is that of \
        what is there. With `--on-damage conceal` it has the length that the header lists, and its last good frame and \
        silence stand in for the rest.
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
      guard let end = programme.catalog.facts(for: media)?.breaksOff, seen.insert(media.file).inserted else { continue }
      report(
        "\(media) breaks off at \(end.inWords), before all that its header lists", at: origin[.source] ?? origin.span,
        fixIts: [FixIt("`--on-damage conceal` fills the rest with its last good frame and silence")])
    }
  }
}
