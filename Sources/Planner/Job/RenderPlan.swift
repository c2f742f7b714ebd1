package import TimelineModel

/// The work that makes a movie of a composition: pieces of picture to encode, in order, and the sound.
package struct RenderPlan: Hashable, Sendable {
  /// The output frames, by their numbers on the timeline; empty where there is no picture.
  package var frames: Range<Int64>
  package var encodeJobs: [EncodeJob]
  /// Nil where there is nothing to hear.
  package var soundJob: SoundJob?

  package init(frames: Range<Int64>, encodeJobs: [EncodeJob], soundJob: SoundJob?) {
    self.frames = frames
    self.encodeJobs = encodeJobs
    self.soundJob = soundJob
  }
}

/// A piece of picture that is encoded by itself, beginning with a key frame.
package struct EncodeJob: Hashable, Sendable {
  package var frames: Range<Int64>
  package init(frames: Range<Int64>) { self.frames = frames }
}

/// The whole sound, by sample numbers on the timeline.
package struct SoundJob: Hashable, Sendable {
  package var samples: Range<Int64>
  package init(samples: Range<Int64>) { self.samples = samples }
}

extension RenderPlan {
  /// Plans the stretch of the programme that `range` names; nil is all of it. Pictures are cut where the timeline's
  /// frame numbers divide by about five seconds, so a piece is the same whatever else is rendered.
  package init(_ composition: Composition, range: TimelineRange? = nil) {
    let canvas = composition.canvas
    let range = range?.intersection(composition.range) ?? composition.range
    let hasPicture = composition.output.video != nil && composition.hasPicture
    let frames = hasPicture ? canvas.rate.frames(in: range) : 0..<0
    self.init(frames: frames, encodeJobs: RenderPlan.pieces(of: frames, at: canvas.rate), soundJob: nil)
    guard composition.output.audio != nil, composition.hasSound else { return }
    // Sound begins with the first picture, so that the two stay together.
    let start = frames.isEmpty ? range.start.seconds : canvas.rate.seconds(ofFrame: frames.lowerBound)
    let rate = Rational(canvas.sampleRate)
    let samples = ((start * rate).ceiling ?? 0, (range.end.seconds * rate).ceiling ?? 0)
    if samples.0 < samples.1 { soundJob = SoundJob(samples: samples.0..<samples.1) }
  }

  private static func pieces(of frames: Range<Int64>, at rate: FrameRate) -> [EncodeJob] {
    guard !frames.isEmpty else { return [] }
    let length = max(1, (rate.perSecond * Rational(5)).ceiling ?? 1)
    let first = frames.lowerBound / length
    let last = (frames.upperBound - 1) / length
    return (first...last).map { EncodeJob(frames: ($0 * length..<($0 + 1) * length).clamped(to: frames)) }
  }
}

extension Composition {
  /// True where a track or a title can be seen.
  package var hasPicture: Bool { !videoTracks.isEmpty || !titles.isEmpty }
  /// True where some segment is heard.
  package var hasSound: Bool { audioTracks.contains { $0.segments.contains { !$0.isGap } } }
}
