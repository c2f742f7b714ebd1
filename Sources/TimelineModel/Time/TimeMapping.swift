/// Lays a source range over a timeline range. Unequal lengths change the speed; an empty source range is one moment
/// that stands still.
package struct TimeMapping: Hashable, Sendable {
  package var source: SourceRange
  package var target: TimelineRange

  package init(source: SourceRange, target: TimelineRange) {
    self.source = source
    self.target = target
  }

  /// Source seconds per timeline second: 2 plays twice as fast.
  package var speed: Rational { source.duration / target.duration }

  package var isFrozen: Bool { source.isEmpty }

  package func source(at time: TimelineTime) -> SourceTime { source.start + (time - target.start) * speed }
  package func target(at time: SourceTime) -> TimelineTime { target.start + (time - source.start) / speed }
}
