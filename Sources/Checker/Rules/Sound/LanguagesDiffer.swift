import Diagnostics
import TimelineModel

extension Rule {
  static let languagesDiffer = Rule(
    DiagnosticPage(
      "languages-differ", .warning,
      summary: "tracks that speak several languages in one sound",
      rationale: """
        A movie's tracks are mixed into one sound, for which its file names one language. Where tracks with sound say \
        different ones, none is written.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { kind: av, language: en, segments: [ { clip: { color: red }, duration: 1s } ] }
          - { kind: audio, language: «fr», segments: [ { gap: 1s } ] }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { kind: av, language: en, segments: [ { clip: { color: red }, duration: 1s } ] }
          - { kind: audio, language: en, segments: [ { gap: 1s } ] }
        """
      ]),
    needsLengths: false
  ) { programme, report in
    let tracks = programme.composition.audioTracks
    guard let first = tracks.compactMap(\.language).first,
      let other = tracks.first(where: { $0.language ?? first != first }), let language = other.language
    else { return }
    report(
      "this track is in \(language), another in \(first): the movie's sound is marked with neither",
      at: other.origin[.language])
  }
}
