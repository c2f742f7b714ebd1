import Diagnostics
import TimelineModel

extension Lowering {
  /// Chapters in the order of their times.
  mutating func lowerChapters() -> [Chapter] {
    let clock = Clock.timeline(canvas)
    let chapters = document.chapters.compactMap { written -> Chapter? in
      guard let at = written.value.at, let title = written.value.title, let time = seconds(at, on: clock) else {
        return nil
      }
      return Chapter(at: TimelineTime(time), title: title.value, origin: Origin(written.span, [.at: at.span]))
    }
    return chapters.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}
