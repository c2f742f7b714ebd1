import Diagnostics
import TimelineModel

extension Pass {
  static let foldConstants = Pass(
    name: "fold-constants", summary: "replaces ramps that stand still throughout a shot by their value",
    level: .encodeAll
  ) { context, shots in
    shots.map { shot in
      var shot = shot
      let time = context.time(ofFrame: shot.frames.lowerBound)
      shot.layers = shot.layers.map { $0.folded(at: time) }
      return shot
    }
  }
}

// A shot begins and ends wherever something begins or ends to change, so what stands still at its first frame does so
// at its last.

extension ShotLayer {
  fileprivate func folded(at time: TimelineTime) -> ShotLayer {
    switch self {
    case .segment(let segment, let look, let layer):
      .segment(segment.folded(at: time), of: look.folded(at: time), layer.folded(at: time))
    case .mix(let first, let second, let amount, let mixture, let layer):
      .mix(
        first?.folded(at: time), second?.folded(at: time), amount: amount.folded(at: time), by: mixture,
        layer.folded(at: time))
    case .matted(let content, let matte, let kind, let layer):
      .matted(content.folded(at: time), by: matte?.folded(at: time), kind, layer.folded(at: time))
    case .title: self
    }
  }
}

extension Curve {
  /// Its value where it stands still, else the one piece that is running.
  fileprivate func folded(at time: TimelineTime) -> Curve {
    if isSteady(at: time) { return Curve(value(at: time)) }
    let running = pieces.leadingCount { $0.range.start <= time } - 1
    return Curve(base, pieces: [pieces[running]])
  }
}

extension Fade {
  fileprivate func folded(at time: TimelineTime, in range: TimelineRange) -> Fade {
    isSteady(at: time, in: range) ? .none : self
  }
}

extension VideoSegment {
  fileprivate func folded(at time: TimelineTime) -> VideoSegment {
    var result = self
    result.opacity = opacity.folded(at: time)
    result.fade = fade.folded(at: time, in: range)
    result.placement.crop = placement.crop.folded(at: time)
    result.placement.scale = placement.scale.folded(at: time)
    result.placement.rotation = placement.rotation.folded(at: time)
    result.placement.position = placement.position?.folded(at: time)
    result.placement.matrix = placement.matrix?.folded(at: time)
    // A picture that only `fit` lays gets its edges on whole pixels, one whose ramps have come to rest does not.
    if result.placement.isFittedOnly && !placement.isFittedOnly {
      result.placement.scale = placement.scale
      result.placement.rotation = placement.rotation
    }
    return result
  }
}

extension TrackLook {
  fileprivate func folded(at time: TimelineTime) -> TrackLook {
    var result = self
    result.opacity = opacity.folded(at: time)
    result.fade = fade.folded(at: time, in: range)
    return result
  }
}

extension Layer {
  fileprivate func folded(at time: TimelineTime) -> Layer {
    var result = self
    result.opacity = opacity.folded(at: time)
    result.crop = crop?.folded(at: time)
    result.transform.scale = transform.scale.folded(at: time)
    result.transform.rotation = transform.rotation.folded(at: time)
    result.transform.position = transform.position?.folded(at: time)
    result.transform.matrix = transform.matrix?.folded(at: time)
    return result
  }
}
