import Diagnostics
import TimelineModel

extension Rule {
  static let impreciseDurationSource = Rule(
    DiagnosticPage(
      "imprecise-duration-source", .remark,
      summary: "a source whose length is not in its header",
      rationale:
        "An MP3 file without a list of its frames says nothing of its length, and a guess by its bit rate can be seconds off. cutlist reads all of such a file before every check and render, so that the edit is right. A container with an index (m4a, mov, flac, wav) says its length at once.",
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: audio, segments: [ «theme.mp3» ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: audio, segments: [ theme.m4a ] } ]
        """
      ],
      media: """
        theme.mp3  24 s  44100 Hz  length not in its header
        theme.m4a  24 s  44100 Hz
        """),
    needsLengths: false
  ) { programme, report in
    for (media, origin) in programme.sources {
      guard let facts = programme.catalog.facts(for: media), !facts.isDurationInHeader, !facts.isStill else {
        continue
      }
      report(
        "the length of \(media) is not in its header: all of it is read to find it out",
        at: origin[.source] ?? origin.span,
        fixIts: [
          FixIt("keep it in a container with an index, such as \(facts.video == nil ? "m4a, flac or wav" : "mp4, mov or mkv")")
        ])
    }
  }
}
