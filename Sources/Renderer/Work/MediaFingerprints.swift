import Planner
import Store
import TimelineModel

/// The content of a composition's files, by their fingerprints.
struct MediaFingerprints: Sendable {
  let folder: MediaFolder
  let fingerprints: Fingerprints

  /// Names what is heard of media.
  func soundFingerprint(of media: MediaReference) throws(RenderFailure) -> String {
    guard let timeline = folder.catalog.timelines[media] else { return try fingerprint(of: media).description }
    let inner = MediaFingerprints(folder: folder.folder(of: timeline), fingerprints: fingerprints)
    let tracks = timeline.composition.audioTracks.map(\.withoutOrigins)
    let heard = Set(tracks.flatMap { $0.segments.compactMap(\.media) })
    return try StoreKey("timeline's sound") { key throws(RenderFailure) in
      key.add("\(tracks) \(timeline.composition.mastering.effects) \(timeline.composition.end)")
      for media in heard.sorted() {
        key.add("\(media)")
        key.add(try inner.soundFingerprint(of: media))
      }
    }.description
  }

  func fingerprint(of media: MediaReference) throws(RenderFailure) -> FileFingerprint {
    do {
      return try fingerprints.fingerprint(of: folder.path(of: media))
    } catch {
      throw RenderFailure(.media, "cannot read \(media)", detail: "\(error)")
    }
  }
}

extension AudioTrack {
  /// Where it was written does not change how it sounds.
  fileprivate var withoutOrigins: AudioTrack {
    var track = self
    track.origin = .none
    for index in track.segments.indices { track.segments[index].origin = .none }
    return track
  }
}
