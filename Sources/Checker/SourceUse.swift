import TimelineModel

/// A media file as rules see it, with the segment that plays it first.
typealias SourceUse = (media: MediaReference, origin: Origin)

extension Composition {
  /// Each that is seen, once.
  var pictureUses: [SourceUse] {
    var found: [SourceUse] = []
    var seen: Set<MediaReference> = []
    // By their numbers, because a segment is large and only two of its parts are asked for.
    for track in videoTracks {
      for index in track.segments.indices {
        guard let media = track.segments[index].media, seen.insert(media).inserted else { continue }
        found.append((media, track.segments[index].origin))
      }
    }
    return found
  }

  /// Each once: those that are seen, and then those that are only heard.
  func sourceUses(seen pictures: [SourceUse]) -> [SourceUse] {
    var found = pictures
    var known = Set(pictures.map(\.media))
    for track in audioTracks {
      for index in track.segments.indices {
        guard let media = track.segments[index].media, known.insert(media).inserted else { continue }
        found.append((media, track.segments[index].origin))
      }
    }
    return found
  }
}
