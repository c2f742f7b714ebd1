import Diagnostics
import TimelineModel

extension ReadDocument {
  /// When each segment begins, before it.
  func inlayHints(in range: LSP.Range) -> [LSP.InlayHint] {
    times.segments.compactMap { segment in
      let position = position(of: segment.span.start)
      guard range.start <= position, position <= range.end else { return nil }
      return LSP.InlayHint(
        position: position, label: segment.range.start.inWords,
        tooltip: "on the timeline from \(segment.range.start.inWords) to \(segment.range.end.inWords)")
    }
  }
}
