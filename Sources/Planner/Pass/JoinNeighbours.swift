import TimelineModel

extension Pass {
  static let joinNeighbours = Pass(
    name: "join-neighbours", summary: "makes one shot of two in which the same pictures play on", level: .encodeAll
  ) { _, shots in
    shots.reduce(into: []) { result, shot in
      if let last = result.last, let joined = last.joined(with: shot) {
        result[result.count - 1] = joined
      } else {
        result.append(shot)
      }
    }
  }
}

extension Shot {
  fileprivate func joined(with next: Shot) -> Shot? {
    guard layers.count == next.layers.count else { return nil }
    var result = self
    result.frames = frames.lowerBound..<next.frames.upperBound
    for (index, pair) in zip(layers, next.layers).enumerated() {
      guard let layer = pair.0.joined(with: pair.1) else { return nil }
      result.layers[index] = layer
    }
    return result
  }
}

extension ShotLayer {
  fileprivate func joined(with next: ShotLayer) -> ShotLayer? {
    switch (self, next) {
    case (.segment(let segment, let look, let layer), .segment(let nextSegment, let nextLook, let nextLayer)):
      guard layer.looksLike(nextLayer), look.looksLike(nextLook), let joined = segment.joined(with: nextSegment)
      else { return nil }
      return .segment(joined, of: look, layer)
    case (
      .mix(let first, let second, let amount, let mixture, let layer),
      .mix(let first2, let second2, let amount2, let mixture2, let layer2)
    ):
      guard amount == amount2, mixture == mixture2, layer.looksLike(layer2), (first == nil) == (first2 == nil),
        (second == nil) == (second2 == nil)
      else { return nil }
      let sides = [(first, first2), (second, second2)].map { one, other in
        one.flatMap { one in other.flatMap { one.joined(with: $0) } }
      }
      guard (sides[0] == nil) == (first == nil), (sides[1] == nil) == (second == nil) else { return nil }
      return .mix(sides[0], sides[1], amount: amount, by: mixture, layer)
    case (
      .matted(let content, let matte, let kind, let layer), .matted(let content2, let matte2, let kind2, let layer2)
    ):
      guard kind == kind2, layer.looksLike(layer2), let joined = content.joined(with: content2) else { return nil }
      let cut = matte.flatMap { one in matte2.flatMap { one.joined(with: $0) } }
      guard (matte == nil) == (matte2 == nil), (cut == nil) == (matte == nil) else { return nil }
      return .matted(joined, by: cut, kind, layer)
    case (.title(let index), .title(let other)) where index == other:
      return self
    default:
      return nil
    }
  }
}

extension VideoSegment {
  /// Both as one segment; nil where anything but its place in the document changes between them.
  fileprivate func joined(with next: VideoSegment) -> VideoSegment? {
    if self == next { return self }
    guard fade == .none, next.fade == .none, placement == next.placement, opacity == next.opacity,
      blend == next.blend, sampling == next.sampling, effects.map(\.look) == next.effects.map(\.look)
    else { return nil }
    // What remembers frames begins anew with each segment.
    if effects.contains(where: \.hasMemory) { return nil }
    var result = self
    result.range = range.union(next.range)
    switch (content, next.content) {
    case (.movie(let media, let mapping), .movie(let nextMedia, let nextMapping)):
      guard media == nextMedia, mapping.isPlain, nextMapping.isPlain, mapping.speed == nextMapping.speed,
        mapping.source(at: nextMapping.target.start) == nextMapping.source.start
      else { return nil }
      result.content = .movie(
        media,
        TimeMapping(
          source: mapping.source.union(nextMapping.source), target: mapping.target.union(nextMapping.target)))
      return result
    default:
      return content == next.content ? result : nil
    }
  }
}

extension TrackLook {
  fileprivate func looksLike(_ other: TrackLook) -> Bool {
    opacity == other.opacity && effects == other.effects && fade == other.fade
      && (fade == .none || range == other.range)
  }
}

extension Layer {
  /// Which track it shows does not matter to a shot, which is bound to segments.
  fileprivate func looksLike(_ other: Layer) -> Bool {
    opacity == other.opacity && transform == other.transform && crop == other.crop && blend == other.blend
  }
}

extension Effect {
  /// It without the place where it is written.
  fileprivate var look: Effect {
    var look = self
    look.origin = .none
    return look
  }
}
