package import Diagnostics
import TimelineModel

extension DiagnosticPage {
  package static let missingFilter = DiagnosticPage(
    "missing-filter", .error,
    summary: "a filter that an effect names or pictures are composed with, and the installed FFmpeg lacks",
    rationale: """
      FFmpeg can be built without some of its filters. Install a complete libavfilter; Debian's is one. A name that no \
      FFmpeg knows is mostly misspelt.
      """,
    bad: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      effects: [ { filter: «gblurr=5» } ]
      """
    ],
    good: [
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]
      effects: [ { filter: gblur=5 } ]
      """
    ])
}

extension Rule {
  static let missingFilter = Rule(.missingFilter, needsLengths: false) { programme, report in
    for filter in programme.catalog.missingFilters {
      report("FFmpeg on this machine has no filter `\(filter)`", at: programme.composition.origin.span)
    }
  }
}
