import TimelineModel

/// Which stretches of tracks lie behind something that fills the canvas and lets nothing through.
struct Visibility {
  private var hidden: [TrackID: TimelineRanges] = [:]
  private let tracks: [TrackID: VideoTrack]
  private let canvas: PixelSize
  private let catalog: MediaCatalog

  init(_ composition: Composition, _ catalog: MediaCatalog) {
    tracks = Dictionary(composition.videoTracks.map { ($0.id, $0) }) { first, _ in first }
    canvas = composition.canvas.size
    self.catalog = catalog
    var found: [TrackID: [TimelineRange]] = [:]
    for instruction in composition.instructions {
      var opaque = TimelineRanges()
      for layer in instruction.layers {
        for track in layer.tracks { found[track, default: []] += opaque.ranges }
        opaque = opaque.union(filled(by: layer, over: instruction.range))
      }
    }
    hidden = found.mapValues { TimelineRanges($0) }
  }

  /// Where all that these lanes show is hidden.
  func hidden(_ lanes: [VideoTrack]) -> TimelineRanges {
    var (hiding, seen) = (TimelineRanges(), TimelineRanges())
    for lane in lanes {
      let shown = TimelineRanges(lane.segments.filter { !$0.isGap }.map(\.range))
      let behind = (hidden[lane.id] ?? TimelineRanges()).intersection(shown)
      hiding = hiding.union(behind)
      seen = seen.union(shown.subtracting(behind))
    }
    return hiding.subtracting(seen)
  }

  private func filled(by layer: Layer, over range: TimelineRange) -> TimelineRanges {
    guard case .track(let id) = layer.content, let track = tracks[id], layer.opacity == Curve(1),
      layer.transform.changesNothing, layer.crop == nil, layer.matte == nil, layer.blend ?? .normal == .normal,
      track.opacity == Curve(1), track.fade == .none, track.matte == nil, track.effects.isEmpty
    else { return TimelineRanges() }
    return TimelineRanges(
      track.segments(in: range).filter { $0.fills(canvas, catalog) }.compactMap { $0.range.intersection(range) })
  }
}

extension CanvasTransform {
  fileprivate var changesNothing: Bool {
    scale == Curve(Point(x: 1, y: 1)) && rotation == Curve(0) && position == nil && matrix == nil
  }
}
