package import Diagnostics
import TimelineModel

extension DiagnosticPage {
  package static let missingFilter = DiagnosticPage(
    "missing-filter", .error,
    summary: "a filter that an effect names or pictures are composed with, and the installed FFmpeg lacks",
    rationale: "FFmpeg can be built without some of its filters. Install a complete libavfilter; Debian's is one.")
}

extension Rule {
  static let missingFilter = Rule(.missingFilter, needsLengths: false) { programme, report in
    for filter in programme.catalog.missingFilters {
      report("FFmpeg on this machine has no filter `\(filter)`", at: programme.composition.origin.span)
    }
  }
}
