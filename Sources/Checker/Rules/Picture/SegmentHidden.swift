import Diagnostics
import TimelineModel

extension Rule {
  static let segmentHidden = Rule(
    DiagnosticPage(
      "segment-hidden", .warning,
      summary: "a picture that lies behind others all the time",
      rationale: """
        What is written higher lies in front. A picture that opaque ones cover from its first frame to its last is \
        never seen; usually two tracks are the wrong way round, or the one in front should be smaller. Segments whose \
        sound is heard are let pass.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] }
          - { kind: video, segments: [ «{ clip: { color: blue }, at: 1s, duration: 2s }» ] }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { kind: video, segments: [ { clip: { color: blue }, at: 1s, duration: 2s } ] }
          - { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] }
        """
      ])
  ) { programme, report in
    // Written instructions may show the tracks in any order.
    guard !programme.hasWrittenInstructions else { return }
    let composition = programme.composition
    let mattes = composition.matteTracks
    let heard = Set(composition.audioTracks.flatMap(\.segments).filter { !$0.isGap }.compactMap(\.origin.span))
    let cutOut = composition.tracksThatAreCutOut
    var cover = Cover()
    // The lanes of one track take turns; neither covers the other.
    for lanes in composition.videoTracks.filter({ !mattes.contains($0.id) }).grouped(by: \.origin) {
      for segment in lanes.flatMap(\.segments) where !segment.isGap && cover.holds(segment.range) {
        guard let span = segment.origin.span, !heard.contains(span) else { continue }
        report("opaque pictures in front of it hide this one all the time", at: span)
      }
      for lane in lanes where lane.isOpaque && !cutOut.contains(lane.id) {
        for segment in lane.segments where programme.fillsCanvas(segment) { cover.insert(segment.range) }
      }
    }
  }
}

/// Stretches of the timeline, joined where they touch.
private struct Cover {
  private var ranges: [TimelineRange] = []

  mutating func insert(_ range: TimelineRange) {
    let first = index { $0.end < range.start }
    let last = index { $0.start <= range.end }
    let joined = ranges[first..<last].reduce(range) { $0.union($1) }
    ranges.replaceSubrange(first..<last, with: [joined])
  }

  func holds(_ range: TimelineRange) -> Bool {
    let candidate = index { $0.end < range.end }
    return candidate < ranges.count && ranges[candidate].contains(range)
  }

  /// Behind all the ranges of which something holds, which come before those of which it does not.
  private func index(behind isBefore: (TimelineRange) -> Bool) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(ranges[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension VideoTrack {
  fileprivate var isOpaque: Bool { opacity == Curve(1) && fade == .none && matte == nil && effects.isEmpty }
}

extension CheckedProgramme {
  /// Whether nothing of what lies behind can be seen, all the time.
  func fillsCanvas(_ segment: VideoSegment) -> Bool {
    guard segment.opacity == Curve(1), segment.fade == .none, segment.matte == nil, segment.effects.isEmpty,
      segment.blend == .normal
    else { return false }
    let place = segment.placement
    guard place.scale == Curve(Point(x: 1, y: 1)), place.rotation == Curve(0), place.position == nil,
      place.matrix == nil, place.crop == Curve(.unit)
    else { return false }
    switch segment.content {
    case .gap: return false
    case .color(let color): return color.isOpaque
    case .still(let media): return fills(media, place.fit)
    case .movie(let media, let mapping):
      guard let facts = catalog.facts(for: media), let end = facts.videoEnd else { return false }
      return fills(media, place.fit) && mapping.source.start.seconds >= facts.videoStart
        && mapping.source.end.seconds <= end
    }
  }

  private func fills(_ media: MediaReference, _ fit: Fit) -> Bool {
    guard let video = catalog.facts(for: media)?.video, !video.hasAlpha else { return false }
    let (size, canvas) = (video.displaySize, composition.canvas.size)
    switch fit {
    case .cover, .stretch: return true
    case .contain: return size.width * canvas.height == size.height * canvas.width
    case .none: return size.width >= canvas.width && size.height >= canvas.height
    }
  }
}

extension [VideoTrack] {
  fileprivate func grouped(by key: KeyPath<VideoTrack, Origin>) -> [[VideoTrack]] {
    reduce(into: []) { groups, track in
      if let last = groups.last?.last, last[keyPath: key] == track[keyPath: key], track[keyPath: key].span != nil {
        groups[groups.count - 1].append(track)
      } else {
        groups.append([track])
      }
    }
  }
}
