import TimelineModel

extension CheckedProgramme {
  /// Where no track shows anything and nothing says that this is meant, with the segment that ends it: one with a time
  /// of its own. Whoever writes instructions or a background decides what is seen where nothing lies.
  var emptyStretches: [(range: TimelineRange, next: VideoSegment)] {
    guard !hasWrittenInstructions, composition.canvas.origin.fields[.background] == nil else { return [] }
    let mattes = composition.matteTracks
    let shown = composition.videoTracks.filter { !mattes.contains($0.id) }.flatMap(\.segments).filter { !$0.isGap }
      .sorted { $0.range.start < $1.range.start }
    var found: [(TimelineRange, VideoSegment)] = []
    var covered = TimelineTime.zero
    for segment in shown {
      if segment.range.start > covered, segment.origin.fields[.at] != nil, segment.range.start < composition.end {
        let hole = TimelineRange(covered, segment.range.start)
        if !composition.titles.contains(where: { $0.range.overlaps(hole) }) { found.append((hole, segment)) }
      }
      covered = max(covered, segment.range.end)
    }
    return found
  }
}
