/// Sounds one after another. The segments are in order; two neighbours overlap only by a cross-fade that both know.
package struct AudioTrack: Hashable, Sendable {
  package var id: TrackID
  package var segments: [AudioSegment]
  /// What is done to the sum of the segments, before the volume.
  package var effects: [SoundEffect]
  /// Linear gain of the whole track: its part of the audio mix.
  package var volume: Curve<Double>
  /// Other tracks that it steps back for.
  package var ducks: [Duck]
  package var fade: Fade
  /// What the track covers, which its fade runs over.
  package var range: TimelineRange
  package var origin: Origin

  package init(
    id: TrackID, segments: [AudioSegment], effects: [SoundEffect] = [], volume: Curve<Double> = Curve(1),
    ducks: [Duck] = [],
    fade: Fade = .none, range: TimelineRange? = nil, origin: Origin = .none
  ) {
    self.id = id
    self.segments = segments
    self.effects = effects
    self.volume = volume
    self.ducks = ducks
    self.fade = fade
    self.range = range ?? TimelineRange(.zero, segments.map(\.range.end).max() ?? .zero)
    self.origin = origin
  }
}

package struct AudioSegment: Hashable, Sendable {
  package var content: Content
  package var range: TimelineRange
  package var pitch: Pitch
  /// What is done to it, before the volume.
  package var effects: [SoundEffect]
  /// Linear gain.
  package var volume: Curve<Double>
  package var fade: Fade
  /// The cross-fades with the neighbours before and after.
  package var crossfadeIn: Crossfade?
  package var crossfadeOut: Crossfade?
  package var origin: Origin

  package enum Content: Hashable, Sendable {
    /// Silence.
    case gap
    /// The mapping's target is the segment's range.
    case sound(MediaReference, TimeMapping)
  }

  package init(
    content: Content, range: TimelineRange, pitch: Pitch = .keep, effects: [SoundEffect] = [],
    volume: Curve<Double> = Curve(1), fade: Fade = .none, crossfadeIn: Crossfade? = nil, crossfadeOut: Crossfade? = nil,
    origin: Origin = .none
  ) {
    self.content = content
    self.range = range
    self.pitch = pitch
    self.effects = effects
    self.volume = volume
    self.fade = fade
    self.crossfadeIn = crossfadeIn
    self.crossfadeOut = crossfadeOut
    self.origin = origin
  }

  package var isGap: Bool { content == .gap }
  package var media: MediaReference? { if case .sound(let media, _) = content { media } else { nil } }
}

/// How two neighbours sound while they overlap.
package struct Crossfade: Hashable, Sendable {
  package enum Shape: String, Hashable, Sendable, CaseIterable {
    /// Gains p and 1 − p.
    case linear
    /// Gains sin and cos of p·90°, for sounds that have nothing in common.
    case equalPower = "equal-power"
    /// Both at full gain.
    case sum
  }
  package var duration: Rational
  package var shape: Shape
  package init(duration: Rational, shape: Shape = .linear) {
    self.duration = duration
    self.shape = shape
  }
}
