import Diagnostics
import TimelineModel

extension CheckedProgramme {
  /// Where no track shows anything and nothing says that this is meant, with the place of what ends it: the time that
  /// a segment has of its own. Whoever writes instructions or a background decides what is seen where nothing lies.
  var emptyStretches: [(range: TimelineRange, end: SourceSpan)] {
    guard !hasWrittenInstructions, composition.canvas.origin.fields[.background] == nil else { return [] }
    // What follows without a time of its own leaves nothing empty.
    guard composition.videoSegments.contains(where: { $0.origin.fields[.at] != nil }) else { return [] }
    let mattes = composition.matteTracks
    let shown = composition.videoTracks.lazy.filter { !mattes.contains($0.id) }.flatMap(\.segments)
      .filter { !$0.isGap }.map { (range: $0.range, at: $0.origin.fields[.at]) }
      .sorted { $0.range.start < $1.range.start }
    var found: [(TimelineRange, SourceSpan)] = []
    var covered = TimelineTime.zero
    for segment in shown {
      if segment.range.start > covered, let at = segment.at, segment.range.start < composition.end {
        let hole = TimelineRange(covered, segment.range.start)
        if !composition.titles.contains(where: { $0.range.overlaps(hole) }) { found.append((hole, at)) }
      }
      covered = max(covered, segment.range.end)
    }
    return found
  }
}
