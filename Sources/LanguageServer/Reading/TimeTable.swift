import Diagnostics
import TimelineModel

/// When what stands in a document is seen or heard, by its places.
struct TimeTable {
  struct Segment {
    var span: SourceSpan
    var range: TimelineRange
    var media: MediaReference?
    /// How it runs through its source, where that moves.
    var mapping: TimeMapping?
  }

  /// In the order of the text. What plays on both a picture's and a sound's track is in it once.
  private(set) var segments: [Segment] = []
  /// Tracks by their places, with all that they cover.
  private(set) var tracks: [SourceSpan: TimelineRange] = [:]
  private(set) var titles: [SourceSpan: TimelineRange] = [:]
  private(set) var chapters: [SourceSpan: TimelineRange] = [:]
  /// When ramps run, by where they are written.
  private(set) var ramps: [SourceSpan: TimelineRange] = [:]

  init(_ composition: Composition?) {
    guard let composition else { return }
    var seen: [SourceSpan: Int] = [:]
    func add(_ origin: Origin, _ range: TimelineRange, _ media: MediaReference?, _ mapping: TimeMapping?) {
      guard let span = origin.span, seen[span] == nil else { return }
      seen[span] = segments.count
      segments.append(Segment(span: span, range: range, media: media, mapping: mapping))
    }
    for track in composition.videoTracks {
      for segment in track.segments {
        add(segment.origin, segment.range, segment.media, segment.content.mapping)
      }
      addTrack(track.origin, track.range)
    }
    for track in composition.audioTracks {
      for segment in track.segments {
        add(segment.origin, segment.range, segment.media, segment.content.mapping)
      }
      addTrack(track.origin, track.range)
    }
    segments.sort { $0.span.start < $1.span.start }
    for title in composition.titles { title.origin.span.map { titles[$0] = title.range } }
    for chapter in composition.chapters {
      chapter.origin.span.map { chapters[$0] = TimelineRange(chapter.at, chapter.end ?? chapter.at) }
    }
    var ramps = RampCollector()
    ramps.add(composition)
    self.ramps = ramps.found
  }

  private mutating func addTrack(_ origin: Origin, _ range: TimelineRange) {
    guard let span = origin.span else { return }
    tracks[span] = tracks[span].map { $0.union(range) } ?? range
  }

  /// The segment that a place is in.
  func segment(at span: SourceSpan) -> Segment? {
    segments[..<segments.leadingCount { $0.span.start <= span.start }].last { $0.span.end >= span.end }
  }
}

extension VideoSegment.Content {
  fileprivate var mapping: TimeMapping? { if case .movie(_, let mapping) = self { mapping } else { nil } }
}

extension AudioSegment.Content {
  fileprivate var mapping: TimeMapping? { if case .sound(_, let mapping) = self { mapping } else { nil } }
}

/// Gathers all ramps that someone wrote.
private struct RampCollector {
  var found: [SourceSpan: TimelineRange] = [:]

  private mutating func add<Value>(_ curve: Curve<Value>?) {
    for piece in curve?.pieces ?? [] { if let origin = piece.origin { found[origin] = piece.range } }
  }

  private mutating func add(_ effects: [Effect]) {
    for effect in effects { for curve in effect.numbers.values { add(curve) } }
  }

  mutating func add(_ composition: Composition) {
    add(composition.effects)
    for track in composition.videoTracks {
      add(track.opacity)
      add(track.effects)
      for segment in track.segments {
        add(segment.opacity)
        add(segment.effects)
        add(segment.placement.crop)
        add(segment.placement.scale)
        add(segment.placement.rotation)
        add(segment.placement.position)
        add(segment.placement.matrix)
      }
    }
    for track in composition.audioTracks {
      add(track.volume)
      for segment in track.segments { add(segment.volume) }
    }
    for layer in composition.instructions.flatMap(\.layers) { add(layer) }
    for layer in composition.titles.flatMap(\.layer.all) {
      add(layer.opacity)
      add(layer.scale)
      add(layer.rotation)
      add(layer.position)
      add(layer.content.size)
      add(layer.content.color)
    }
  }

  private mutating func add(_ layer: Layer) {
    add(layer.opacity)
    add(layer.crop)
    add(layer.transform.scale)
    add(layer.transform.rotation)
    add(layer.transform.position)
    add(layer.transform.matrix)
    guard case .mix(let first, let second, let amount, _) = layer.content else { return }
    add(amount)
    add(first)
    add(second)
  }
}
