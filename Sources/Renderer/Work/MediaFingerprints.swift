import Planner
import Store
import TimelineModel

/// The content of a composition's files, by their fingerprints.
struct MediaFingerprints: Sendable {
  let folder: MediaFolder
  let fingerprints: Fingerprints

  func fingerprint(of media: MediaReference) throws(RenderFailure) -> FileFingerprint {
    do {
      return try fingerprints.fingerprint(of: folder.path(of: media))
    } catch {
      throw RenderFailure(.media, "cannot read \(media)", detail: "\(error)")
    }
  }
}
