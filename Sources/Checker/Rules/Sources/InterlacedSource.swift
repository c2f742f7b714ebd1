import Diagnostics
import TimelineModel

extension Rule {
  static let interlacedSource = Rule(
    DiagnosticPage(
      "interlaced-source", .remark,
      summary: "a source whose lines show two moments",
      rationale: """
        In an interlaced frame every other line was taken half a frame later. Scaled, turned or shown on a screen such \
        frames have combs wherever something moves, so each is made into one picture of its earlier moment: the lines of \
        one field as they are, those between them made of that field and the frames before and after. On a canvas with \
        at least twice as many frames a second, each of the two fields is made into a picture. Where a file only \
        claims to be interlaced, `fields: progressive` on its asset leaves its frames alone; where it does not say that \
        it is, write which field is the earlier: `fields: top` or `fields: bottom`.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks: [ { kind: video, segments: [ «tape.mov» ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        assets: { tape: { file: tape.mov, fields: top } }
        tracks: [ { kind: video, segments: [ tape ] } ]
        """
      ],
      media: "tape.mov  10 s  720x576  25 fps  interlaced"),
    needsLengths: false
  ) { programme, report in
    for (media, origin) in programme.pictures {
      // Who wrote it knows.
      guard media.reading.fields == nil, let fields = programme.catalog.facts(for: media)?.video?.fields,
        fields != .progressive
      else { continue }
      report(
        "\(media) is interlaced, \(fields.rawValue) field first: each \(media.reading.showsBothFields ? "field is made into a picture" : "frame is made into one picture")",
        at: origin.span,
        fixIts: [
          FixIt(
            "write `fields: \(fields.rawValue)` on its asset to say so, or `fields: progressive` if it is not",
            origin.fields[.clip].map { [.set(key: "fields", to: fields.rawValue, in: .at($0))] } ?? [], safety: .safe)
        ])
    }
  }
}
