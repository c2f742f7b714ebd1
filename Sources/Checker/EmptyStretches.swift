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
    let titles = TimelineRanges(composition.titles.map(\.range))
    return holes(between: shown, from: .zero).filter { hole in
      hole.range.end < composition.end && !titles.overlap(hole.range)
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
    let unseen = Set(emptyStretches.map(\.end))
    var times = WrittenTimes(composition)
    return short.filter { !unseen.contains($0.end) && !times.shows(with: $0.end, during: $0.range) }
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
  func withoutTime(_ stretch: EmptyStretch, _ times: inout WrittenTimes, _ title: String) -> FixIt {
    let before = times.lastEnd(with: stretch.end, upTo: stretch.range.end) ?? .zero
    guard before == stretch.range.start else { return FixIt(title) }
    return FixIt(title, [.unset(key: "at", in: .around(stretch.end))])
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

/// The tracks by the times of their own that segments on them have: what is seen of a track, and what is heard where it
/// shows nothing.
struct WrittenTimes {
  private struct Tracks {
    /// What a track plays, in the order of its segments.
    var ranges: [[TimelineRange]] = []
    /// The track in which a time is written.
    var numbers: [SourceSpan: Int] = [:]

    init(_ composition: Composition) {
      for track in composition.videoTracks {
        add(track.segments.map { ($0.range, $0.isGap, $0.origin.fields[.at]) })
      }
      for track in composition.audioTracks {
        add(track.segments.map { ($0.range, $0.isGap, $0.origin.fields[.at]) })
      }
    }

    private mutating func add(_ segments: [(range: TimelineRange, isGap: Bool, at: SourceSpan?)]) {
      for case let at? in segments.map(\.at) where numbers[at] == nil { numbers[at] = ranges.count }
      ranges.append(segments.filter { !$0.isGap }.map(\.range))
    }
  }

  private let composition: Composition
  /// Made at the first question, which most programmes never ask.
  private lazy var tracks = Tracks(composition)
  private var shown: [Int: TimelineRanges] = [:]

  init(_ composition: Composition) { self.composition = composition }

  /// The last end of a segment, up to a time, on the track in which a time is written.
  mutating func lastEnd(with at: SourceSpan, upTo time: TimelineTime) -> TimelineTime? {
    guard let ranges = tracks.numbers[at].map({ tracks.ranges[$0] }) else { return nil }
    let ended = ranges.leadingCount { $0.end <= time }
    return ended > 0 ? ranges[ended - 1].end : nil
  }

  /// Whether the track in which a time is written plays something during a range.
  mutating func shows(with at: SourceSpan, during range: TimelineRange) -> Bool {
    guard let number = tracks.numbers[at] else { return false }
    let known = shown[number] ?? TimelineRanges(tracks.ranges[number])
    shown[number] = known
    return known.overlap(range)
  }
}
