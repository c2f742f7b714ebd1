import Diagnostics
import TimelineModel

extension Lowering {
  /// Reports that more timelines would play than a document can mean, since two that each play the next one twice at
  /// once double the work with every level.
  mutating func checkPlays(of composition: Composition) {
    guard composition.timelinesPlayed(catalog) > NestedTimeline.mostPlays else { return }
    let uses = composition.videoTracks.lazy.flatMap(\.segments).map { ($0.media, $0.origin) }
    let sounds = composition.audioTracks.lazy.flatMap(\.segments).map { ($0.media, $0.origin) }
    // The one that plays most of them itself is the likeliest to be meant otherwise.
    let most = (Array(uses) + Array(sounds)).max { plays($0.0) < plays($1.0) }
    log.report(
      .unreadableMedia,
      """
      with this the document would play more than \(NestedTimeline.mostPlays) timelines, counting each that others play
      """,
      at: most?.1[.source] ?? most?.1.span ?? document.tracksSpan)
  }

  private func plays(_ media: MediaReference?) -> Int { media.flatMap { catalog.timelines[$0]?.plays } ?? 0 }
}
