package import TimelineModel

/// The work that makes a movie of a composition: pieces of picture to encode, in order, and the sound.
package struct RenderPlan: Hashable, Sendable {
  /// The output frames, by their numbers on the timeline; empty where there is no picture.
  package var frames: Range<Int64>
  package var encodeJobs: EncodeJobs
  /// Nil where there is nothing to hear.
  package var soundJob: SoundJob?

  package init(frames: Range<Int64>, encodeJobs: EncodeJobs, soundJob: SoundJob?) {
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

/// The pieces that a run of frames is cut into. Each is worked out when it is asked for, however many there are.
package struct EncodeJobs: RandomAccessCollection, Hashable, Sendable {
  private let frames: Range<Int64>
  /// Frames of a whole piece.
  private let length: Int64
  package let endIndex: Int
  package var startIndex: Int { 0 }

  /// Cuts where the numbers of frames divide by `length`.
  package init(of frames: Range<Int64>, length: Int64) {
    self.frames = frames
    self.length = length
    endIndex = frames.isEmpty ? 0 : Int((frames.upperBound - 1) / length - frames.lowerBound / length + 1)
  }

  package subscript(index: Int) -> EncodeJob {
    let piece = frames.lowerBound / length + Int64(index)
    let start = Swift.max(piece * length, frames.lowerBound)
    return EncodeJob(frames: start..<start + Swift.min(piece * length - start + length, frames.upperBound - start))
  }
}

/// The whole sound, by sample numbers on the timeline.
package struct SoundJob: Hashable, Sendable {
  package var samples: Range<Int64>
  package init(samples: Range<Int64>) { self.samples = samples }
}

extension RenderPlan {
  /// Plans the stretch of the programme that `range` names; nil is all of it, and one beyond it gives an empty
  /// plan. Pictures are cut where the timeline's frame numbers divide by about five seconds, so a piece is the same
  /// whatever else is rendered.
  package init(_ composition: Composition, range: TimelineRange? = nil) {
    let canvas = composition.canvas
    guard let range = (range ?? composition.range).intersection(composition.range) else {
      self.init(frames: 0..<0, encodeJobs: EncodeJobs(of: 0..<0, length: 1), soundJob: nil)
      return
    }
    let hasPicture = composition.output.video != nil && composition.hasPicture
    let frames = hasPicture ? canvas.rate.frames(in: range) : 0..<0
    let length = max(1, (canvas.rate.perSecond * Rational(5)).ceiling ?? 1)
    self.init(frames: frames, encodeJobs: EncodeJobs(of: frames, length: length), soundJob: nil)
    guard composition.output.audio != nil, composition.hasSound else { return }
    // Sound begins with the first picture, so that the two stay together.
    let start = frames.isEmpty ? range.start.seconds : canvas.rate.seconds(ofFrame: frames.lowerBound)
    let rate = Rational(canvas.sampleRate)
    let samples = ((start * rate).ceiling ?? 0, (range.end.seconds * rate).ceiling ?? 0)
    if samples.0 < samples.1 { soundJob = SoundJob(samples: samples.0..<samples.1) }
  }
}

extension Composition {
  /// True where a track or a title can be seen.
  package var hasPicture: Bool { !videoTracks.isEmpty || !titles.isEmpty }
  /// True where some segment is heard.
  package var hasSound: Bool { audioTracks.contains { $0.segments.contains { !$0.isGap } } }
}
