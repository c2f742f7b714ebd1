package import TimelineModel

/// A run of output frames over which the same segments are seen in the same layers, so that the same files are read
/// and the same kind of graph draws them.
package struct Shot: Hashable, Sendable {
  /// Numbers of output frames.
  package var frames: Range<Int64>
  /// Front to back; what nobody sees is left out.
  package var layers: [ShotLayer]
  package var origin: Origin
  package var work = ShotWork.unknown

  package init(frames: Range<Int64>, layers: [ShotLayer], origin: Origin = .none) {
    self.frames = frames
    self.layers = layers
    self.origin = origin
  }

  /// Where what is seen in front was written; where that is nothing of a track, its own place.
  package var frontOrigin: Origin { layers.first?.segments.first?.origin ?? origin }

  /// Indices of the titles that show, the front one first.
  package var titles: [Int] { layers.compactMap { if case .title(let index) = $0 { index } else { nil } } }

  /// The files its segments read, each once, in the order of its layers.
  package var media: [MediaReference] {
    var seen = Set<MediaReference>()
    return layers.flatMap(\.segments).compactMap(\.media).filter { seen.insert($0).inserted }
  }
}

/// One layer of a shot, bound to the segments that it shows.
package indirect enum ShotLayer: Hashable, Sendable {
  case segment(VideoSegment, of: TrackLook, Layer)
  /// A side that shows nothing is nil.
  case mix(ShotLayer?, ShotLayer?, amount: Curve<Double>, by: Mixture, Layer)
  /// A layer as whole canvas, cut out by another; nil is one that shows nothing.
  case matted(ShotLayer, by: ShotLayer?, Matte, Layer)
  /// By its index in the composition. It lies on the canvas itself and never in a mixture.
  case title(Int)

  package var segments: [VideoSegment] {
    switch self {
    case .segment(let segment, _, _): [segment]
    case .mix(let first, let second, _, _, _): [first, second].compactMap(\.self).flatMap(\.segments)
    case .matted(let content, let matte, _, _): content.segments + (matte?.segments ?? [])
    case .title: []
    }
  }

  /// What its instruction says of it.
  var look: Layer? {
    switch self {
    case .segment(_, _, let layer), .mix(_, _, _, _, let layer), .matted(_, _, _, let layer): layer
    case .title: nil
    }
  }
}

/// What a track does to all of its segments.
package struct TrackLook: Hashable, Sendable {
  package var opacity: Curve<Double>
  package var fade: Fade
  package var effects: [Effect]
  package var range: TimelineRange

  /// Nothing at all.
  static let plain = TrackLook(VideoTrack(id: "", segments: []))

  init(_ track: VideoTrack) {
    opacity = track.opacity
    fade = track.fade
    effects = track.effects
    range = track.range
  }

  func opacity(at time: TimelineTime) -> Double { opacity.share(at: time) * fade.value(at: time, in: range) }
}
