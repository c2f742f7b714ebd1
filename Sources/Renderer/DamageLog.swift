package import Media
import Synchronization
package import TimelineModel

/// What of a composition's media could not be decoded while it was rendered, and was made up for. Any thread may write.
package final class DamageLog: Sendable {
  private struct Place: Hashable {
    var media: MediaReference
    var medium: DamagedMedium
  }
  private let places = Mutex<[Place: Set<Rational>]>([:])

  package init() {}

  package func report(about media: MediaReference) -> DamageReport {
    { [self] medium, seconds in
      places.withLock { _ = $0[Place(media: media.file, medium: medium), default: []].insert(seconds) }
    }
  }

  /// Whether one of these files is among those that were found damaged.
  func concerns(_ media: some Sequence<MediaReference>) -> Bool {
    let damaged = places.withLock { Set($0.keys.map(\.media)) }
    return media.contains { damaged.contains($0.file) }
  }

  /// A file's damage, in the order of the files' names.
  package struct Entry: Hashable, Sendable {
    package var media: MediaReference
    package var medium: DamagedMedium
    /// Where it begins, from the stream's first frame or sample, in seconds.
    package var first: Rational
    /// How many frames, or stretches of sound, are concerned.
    package var count: Int
  }

  package var entries: [Entry] {
    places.withLock { places in
      places.map { Entry(media: $0.media, medium: $0.medium, first: $1.min() ?? .zero, count: $1.count) }
    }.sorted { ($0.media, $0.medium == .sound ? 1 : 0) < ($1.media, $1.medium == .sound ? 1 : 0) }
  }
}
