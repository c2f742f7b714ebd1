import Diagnostics
import TimelineModel

extension Rule {
  static let flashingPicture = Rule(
    DiagnosticPage(
      "flashing-picture", .warning,
      summary: "a picture that flashes more often than three times a second",
      rationale: """
        Flashes can cause seizures. This rule looks for them by the limits that broadcasters hold to. It needs \
        `check --picture`, which draws every frame of the programme.

        A flash is a pair of opposing changes of luminance, up and down or down and up, each of 20 cd/m² or more, \
        where the darker end is below 160 cd/m²; or a pair of changes to and from a saturated red, however bright. \
        There may be three in any second; more are reported where they are seen over more than a quarter of the \
        picture. These are the figures of Recommendation ITU-R BT.1702 and of Ofcom's guidance on flashing images, \
        for a display whose white has 200 cd/m² and whose gamma is 2.2; those of WCAG 2.2, success criterion 2.3.1, \
        come to the same, with a tenth of white and 0.8 of it. Red is judged as WCAG 2.0 does: saturated where \
        R / (R + G + B) is 0.8 or more, changed where 320 (R − G − B) differs by 20 or more, all in linear light.

        What is simplified: frames are looked at 160 pixels wide. Each of their points is followed by itself, so \
        that flashes which wander over the picture count where they are, and the quarter is made of points that flash \
        too often at the same time. A seventh change within a second is a fourth flash. The exception for fine, \
        regular patterns and the limits for such patterns are not looked at; HDR is judged as it looks on an ordinary \
        display. This is a help while cutting, not a certificate.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments:
              - clip: «{ color: white }»
                duration: 2s
                opacity: { keys: { 0f: 0, 3f: 1, 6f: 0, 9f: 1, 12f: 0, 15f: 1, 18f: 0, 21f: 1 } }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - kind: video
            segments:
              - clip: { color: white }
                duration: 2s
                opacity: { keys: { 0f: 0, 5f: 1, 10f: 0, 15f: 1, 20f: 0, 25f: 1 } }
        """
      ]),
    looksAtPicture: true
  ) { programme, report in
    for flashing in programme.picture?.flashes ?? [] {
      let shown = programme.composition.whatShows(over: flashing.range)
      let (start, end) = (flashing.range.start.inWords, flashing.range.end.inWords)
      let thing = flashing.kind == .light ? "the picture flashes" : "the picture flashes red"
      let area = flashing.area > 0.995 ? "all of it" : "\(Int(flashing.area * 100)) % of it"
      report(
        "\(thing) more than three times a second from \(start) to \(end), over \(area)",
        at: shown.first, over: flashing.range,
        notes: shown.dropFirst().prefix(3).map { Note("this shows then as well", at: $0) },
        fixIts: [FixIt("let it change more slowly, less strongly or in a smaller part of the picture")])
    }
  }
}

extension Composition {
  /// Where the pictures and titles are written that show during a stretch: the pictures by when they begin, the titles
  /// behind them.
  fileprivate func whatShows(over range: TimelineRange) -> [SourceSpan] {
    let mattes = matteTracks
    let segments = videoTracks.filter { !mattes.contains($0.id) }.flatMap(\.segments)
      .filter { !$0.isGap && $0.range.overlaps(range) }
    let places =
      segments.sorted { $0.range.start < $1.range.start }.map { $0.origin[.clip] }
      + titles.filter { $0.range.overlaps(range) }.map(\.origin.span)
    var seen: Set<SourceSpan> = []
    return places.compactMap(\.self).filter { seen.insert($0).inserted }
  }
}
