import Diagnostics
import TimelineModel

extension Lowering {
  /// A matte with its track or picture looked up; `owner` is the track that it would cut out.
  mutating func matte(_ written: Located<MatteItem>?, on owner: TrackID? = nil) -> Matte? {
    guard let written, let content = matteContent(written.value, on: owner) else { return nil }
    return Matte(
      content, channel: written.value.channel?.value ?? .luma, isInverted: written.value.isInverted?.value ?? false,
      origin: Origin(written.span))
  }

  private mutating func matteContent(_ item: MatteItem, on owner: TrackID?) -> Matte.Content? {
    switch item.content {
    case .broken: return nil
    case .image(let path):
      guard case .media(let media) = picture(path) else { return nil }
      return .still(media, item.fit?.value ?? .contain)
    case .track(let name):
      guard let number = names.trackNumbers[name.value], layouts[number].laid.kind.hasPicture else {
        reportUnknownTrack(name)
        return nil
      }
      let track = layouts[number].laid
      if track.id == owner {
        log.report(.matteUnusable, "a track cannot cut itself out", at: name.span)
      } else if track.hasTransitions {
        log.report(
          .matteUnusable, "the track `\(name.value)` has transitions, which a matte cannot have", at: name.span,
          notes: [Note("the track is here", at: track.origin[.id] ?? track.origin.span)])
      } else if names.cutTracks.contains(number) {
        log.report(
          .matteUnusable, "the track `\(name.value)` is cut out itself, which a matte cannot be", at: name.span,
          notes: [Note("the track is here", at: track.origin[.id] ?? track.origin.span)])
      } else {
        return .track(track.id)
      }
      return nil
    }
  }
}
