import Diagnostics
import TimelineModel

/// A stretch in which nothing is seen, or nothing is heard.
struct EmptyStretch {
  var range: TimelineRange
  /// Where the time of the segment is written that ends it.
  var end: SourceSpan
}

extension CheckedProgramme {
  /// Where no track shows anything and nothing says that this is meant, with the place of what ends it: the time that
  /// a segment has of its own. Whoever writes instructions or a background decides what is seen where nothing lies.
  var emptyStretches: [EmptyStretch] {
    guard !hasWrittenInstructions, composition.canvas.origin.fields[.background] == nil else { return [] }
    // What follows without a time of its own leaves nothing empty.
    guard composition.videoSegments.contains(where: { $0.origin.fields[.at] != nil }) else { return [] }
    let mattes = composition.matteTracks
    let shown = composition.videoTracks.lazy.filter { !mattes.contains($0.id) }.flatMap(\.segments)
      .filter { !$0.isGap }.map { (range: $0.range, at: $0.origin.fields[.at]) }
      .sorted { $0.range.start < $1.range.start }
    var found: [EmptyStretch] = []
    var covered = TimelineTime.zero
    for segment in shown {
      if segment.range.start > covered, let at = segment.at, segment.range.start < composition.end {
        let hole = TimelineRange(covered, segment.range.start)
        if !composition.titles.contains(where: { $0.range.overlaps(hole) }) {
          found.append(EmptyStretch(range: hole, end: at))
        }
      }
      covered = max(covered, segment.range.end)
    }
    return found
  }

  /// Where sound has been heard and none is until a segment begins at a time of its own, but for what is empty to the
  /// eye as well. Pictures without sound in between are there to be seen in silence.
  var silentStretches: [EmptyStretch] {
    guard composition.audioSegments.contains(where: { $0.origin.fields[.at] != nil }) else { return [] }
    let unseen = emptyStretches.map(\.end)
    let heard = composition.audioSegments.filter { !$0.isGap }.sorted { $0.range.start < $1.range.start }
    var found: [EmptyStretch] = []
    var covered = heard.first?.range.end ?? .zero
    for segment in heard {
      if segment.range.start > covered, let at = segment.origin.fields[.at], !unseen.contains(at) {
        let hole = TimelineRange(covered, segment.range.start)
        let isSeen = written(at).contains { !$0.isGap && $0.range.overlaps(hole) }
        if !isSeen { found.append(EmptyStretch(range: hole, end: at)) }
      }
      covered = max(covered, segment.range.end)
    }
    return found
  }

  /// Has the segment that ends an empty stretch begin where the one before it in its track ends, if that is where the
  /// stretch begins; otherwise in words.
  func withoutTime(_ stretch: EmptyStretch, _ title: String) -> FixIt {
    let before = written(stretch.end).last { !$0.isGap && $0.range.end <= stretch.range.end }?.range.end ?? .zero
    guard before == stretch.range.start else { return FixIt(title) }
    return FixIt(title, [.unset(key: "at", in: .around(stretch.end))])
  }

  /// What is seen of the track in which a segment has its time written here; what is heard where it shows nothing.
  private func written(_ at: SourceSpan) -> [(range: TimelineRange, isGap: Bool)] {
    if let track = composition.videoTracks.first(where: { $0.segments.contains { $0.origin.fields[.at] == at } }) {
      return track.segments.map { ($0.range, $0.isGap) }
    }
    let track = composition.audioTracks.first { $0.segments.contains { $0.origin.fields[.at] == at } }
    return (track?.segments ?? []).map { ($0.range, $0.isGap) }
  }

  /// Says that whatever is empty is meant to be; nothing where the canvas is not written.
  var meantBackground: [FixIt] {
    guard let canvas = composition.canvas.origin.span else { return [] }
    return [
      FixIt(
        "write `background: black` in the canvas to say that emptiness is meant",
        [.set(key: "background", to: "black", in: .at(canvas))])
    ]
  }
}
