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
    return holes(between: shown, from: .zero).filter { hole in
      hole.range.end < composition.end && !composition.titles.contains { $0.range.overlaps(hole.range) }
    }
  }

  /// Where sound has been heard and none is, for no longer than `longest` seconds, until a segment begins at a time of
  /// its own, but for what is empty to the eye as well. Pictures without sound in between are there to be seen in
  /// silence.
  func silentStretches(upTo longest: Rational) -> [EmptyStretch] {
    guard composition.audioSegments.contains(where: { $0.origin.fields[.at] != nil }) else { return [] }
    let heard = composition.audioSegments.filter { !$0.isGap }.map { (range: $0.range, at: $0.origin.fields[.at]) }
      .sorted { $0.range.start < $1.range.start }
    let short = holes(between: heard, from: heard.first?.range.end ?? .zero).filter { $0.range.duration <= longest }
    guard !short.isEmpty else { return [] }
    let unseen = emptyStretches.map(\.end)
    return short.filter { hole in
      !unseen.contains(hole.end) && !written(hole.end).contains { !$0.isGap && $0.range.overlaps(hole.range) }
    }
  }

  /// What lies between pieces, in the order of their beginnings, before those that have a time of their own.
  private func holes(
    between pieces: [(range: TimelineRange, at: SourceSpan?)], from start: TimelineTime
  ) -> [EmptyStretch] {
    var found: [EmptyStretch] = []
    var covered = start
    for piece in pieces {
      if piece.range.start > covered, let at = piece.at {
        found.append(EmptyStretch(range: TimelineRange(covered, piece.range.start), end: at))
      }
      covered = max(covered, piece.range.end)
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
