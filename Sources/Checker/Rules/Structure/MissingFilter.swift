import Diagnostics
import TimelineModel

extension Rule {
  static let missingFilter = Rule(
    DiagnosticPage(
      "missing-filter", .error,
      summary: "a filter that pictures are composed with and the installed FFmpeg lacks",
      rationale: "FFmpeg can be built without some of its filters. Install a complete libavfilter; Debian's is one."),
    needsLengths: false
  ) { programme, report in
    for filter in programme.catalog.missingFilters {
      report("FFmpeg on this machine has no filter `\(filter)`", at: programme.composition.origin.span)
    }
  }
}
