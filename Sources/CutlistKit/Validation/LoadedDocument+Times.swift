import Compiler
package import Diagnostics
package import TimelineModel

extension LoadedDocument {
  /// When a problem is seen or heard; nil for one that is about the whole, or whose time is not known.
  package func time(of diagnostic: Diagnostic) -> TimelineRange? {
    if let stretch = diagnostic.stretch { return TimelineRange(stretch) }
    return diagnostic.span.flatMap { compilation.composition?.time(of: $0) }
  }

  /// Whether a problem has to do with a stretch of the timeline.
  package func concerns(_ diagnostic: Diagnostic, _ range: TimelineRange) -> Bool {
    guard let time = time(of: diagnostic) else { return true }
    return time.isEmpty ? range.contains(time.start) : time.overlaps(range)
  }
}
