import Diagnostics
import TimelineModel

extension Rule {
  static let titlePastEnd = Rule(
    DiagnosticPage(
      "animation-past-end", .warning,
      summary: "a title that goes on after the end of the programme",
      rationale:
        "The programme ends with its picture, and the title is cut off there. Shorten the title, or let a picture go on under it.",
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        titles: [ { text: The end, over: «2s..12s» } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        titles: [ { text: The end, over: 2s..4s } ]
        """
      ])
  ) { programme, report in
    let end = programme.composition.end
    for title in programme.composition.titles where title.range.end > end {
      report(
        "the title lasts until \(title.range.end.inWords), and the programme ends at \(end.inWords)",
        at: title.origin[.over],
        fixIts: title.range.start < end
          ? title.origin.fields[.over].map {
            [FixIt("end it with the programme, at \(end)", [.end("\(end)", range: $0)])]
          } ?? []
          : [])
    }
  }
}
