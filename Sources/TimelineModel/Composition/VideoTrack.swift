import Diagnostics

/// Pictures one after another. The segments are in order, do not overlap, and cover the track without holes up to the
/// last one's end: an empty stretch is a gap, and it is transparent.
package struct VideoTrack: Hashable, Sendable {
  package var id: TrackID
  package var segments: [VideoSegment]
  /// Multiplies every segment's opacity.
  package var opacity: Curve<Double>
  package var fade: Fade
  /// Cuts out whatever it shows.
  package var matte: Matte?
  /// What is done to the canvas of each of its segments, once that is laid.
  package var effects: [Effect] = []
  /// What the track covers, which its fade runs over. A lane of a track with transitions has the whole track's range.
  package var range: TimelineRange
  package var origin: Origin

  package init(
    id: TrackID, segments: [VideoSegment], opacity: Curve<Double> = Curve(1), fade: Fade = .none,
    range: TimelineRange? = nil, origin: Origin = .none
  ) {
    self.id = id
    self.segments = segments
    self.opacity = opacity
    self.fade = fade
    self.range = range ?? TimelineRange(.zero, segments.last?.range.end ?? .zero)
    self.origin = origin
  }

  /// The segment that holds `time`.
  package func segment(at time: TimelineTime) -> VideoSegment? {
    let ended = segments.leadingCount { $0.range.end <= time }
    return ended < segments.count && segments[ended].range.contains(time) ? segments[ended] : nil
  }

  /// The segments that share a moment with `range`.
  package func segments(in range: TimelineRange) -> ArraySlice<VideoSegment> {
    let first = segments.leadingCount { $0.range.end <= range.start }
    return segments[first...].prefix { $0.range.start < range.end }
  }
}

package struct VideoSegment: Hashable, Sendable {
  package var content: Content
  package var range: TimelineRange
  package var sampling: FrameSampling
  /// What is done to the upright picture before it is placed.
  package var effects: [Effect] = []
  package var placement: Placement
  package var opacity: Curve<Double>
  package var fade: Fade
  /// Cuts out the picture where it lies.
  package var matte: Matte?
  package var blend = BlendMode.normal
  package var origin: Origin

  package enum Content: Hashable, Sendable {
    case gap
    case color(Color)
    /// A single picture.
    case still(MediaReference)
    /// A moving one; the mapping's target is the segment's range.
    case movie(MediaReference, TimeMapping)
  }

  package init(
    content: Content, range: TimelineRange, sampling: FrameSampling = .nearest, placement: Placement = Placement(),
    opacity: Curve<Double> = Curve(1), fade: Fade = .none, origin: Origin = .none
  ) {
    self.content = content
    self.range = range
    self.sampling = sampling
    self.placement = placement
    self.opacity = opacity
    self.fade = fade
    self.origin = origin
  }

  package var isGap: Bool { content == .gap }
  package var media: MediaReference? {
    switch content {
    case .still(let media), .movie(let media, _): media
    case .gap, .color: nil
    }
  }
}

/// What shows at a moment that lies between two frames of a source.
package enum FrameSampling: String, Hashable, Sendable, CaseIterable {
  /// The frame whose interval holds it.
  case nearest
  /// That frame and the next, mixed by how near they are.
  case blend
}

/// A ramp from nothing at the start of its owner and one to nothing at its end, in seconds. It multiplies.
package struct Fade: Hashable, Sendable {
  package var `in`: Rational
  package var out: Rational
  package init(in: Rational = .zero, out: Rational = .zero) {
    self.in = `in`
    self.out = out
  }
  package static let none = Fade()

  /// The factor at `time` for an owner that covers `range`.
  package func value(at time: TimelineTime, in range: TimelineRange) -> Double {
    var factor = 1.0
    if self.in > .zero { factor *= Fade.share(of: time - range.start, in: self.in) }
    if out > .zero { factor *= Fade.share(of: range.end - time, in: out) }
    return factor
  }

  /// Returns `passed` divided by `length`, in 0...1.
  private static func share(of passed: Rational, in length: Rational) -> Double {
    min(1, max(0, passed.approximate(over: length)))
  }
}
