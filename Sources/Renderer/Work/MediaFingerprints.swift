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
    let (canvas, mix) = (timeline.composition.canvas, ProgrammeMix(timeline.composition))
    let description = SoundDescription<RenderFailure>(
      catalog: timeline.catalog, sampleRate: canvas.sampleRate, fingerprint: inner.soundFingerprint)
    return try StoreKey("timeline's sound 5") { key throws(RenderFailure) in
      for number in [canvas.sampleRate, canvas.channels] { key.add(number) }
      key.add(mix.length)
      try description.describe(mix, level: nil, within: 0..<mix.length, to: &key)
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
