import TimelineModel

/// A media file as rules see it, with the segment that plays it first.
typealias SourceUse = (media: MediaReference, origin: Origin)

extension Composition {
  /// Each once: those that are seen, and then those that are only heard.
  var sourceUses: [SourceUse] {
    var seen: Set<MediaReference> = []
    var found: [SourceUse] = []
    func add(_ media: MediaReference?, _ origin: @autoclosure () -> Origin) {
      if let media, seen.insert(media).inserted { found.append((media, origin())) }
    }
    for segment in videoSegments { add(segment.media, segment.origin) }
    for segment in audioSegments { add(segment.media, segment.origin) }
    return found
  }
}
