package import TimelineModel

/// The work that makes a movie of a composition: pieces of picture to copy or encode, in order, and the sound.
package struct RenderPlan: Sendable {
  /// The output frames, by their numbers on the timeline; empty where there is no picture.
  package var frames: Range<Int64>
  package var pieces: PicturePieces
  /// Nil where there is nothing to hear.
  package var soundJob: SoundJob?
}

/// The whole sound, by sample numbers on the timeline.
package struct SoundJob: Hashable, Sendable {
  package var samples: Range<Int64>
  package var decision: SoundDecision

  package init(samples: Range<Int64>, decision: SoundDecision = .encode([])) {
    self.samples = samples
    self.decision = decision
  }
}

extension RenderPlan {
  /// The frames and samples of the stretch of the programme that `range` names; nil is all of it, and one beyond it
  /// gives an empty plan.
  package static func extent(
    of composition: Composition, range: TimelineRange? = nil
  ) -> (frames: Range<Int64>, samples: Range<Int64>?) {
    guard let range = (range ?? composition.range).intersection(composition.range) else { return (0..<0, nil) }
    let canvas = composition.canvas
    let hasPicture = composition.output.video != nil && composition.hasPicture
    let frames = hasPicture ? canvas.rate.frames(in: range) : 0..<0
    guard composition.output.audio != nil, composition.hasSound else { return (frames, nil) }
    // Sound begins with the first picture, so that the two stay together.
    let start = frames.isEmpty ? range.start.seconds : canvas.rate.seconds(ofFrame: frames.lowerBound)
    let rate = Rational(canvas.sampleRate)
    let samples = ((start * rate).ceiling ?? 0, (range.end.seconds * rate).ceiling ?? 0)
    return (frames, samples.0 < samples.1 ? samples.0..<samples.1 : nil)
  }

  /// Plans what `extent` names. `picture` holds its shots; nil where there is no picture.
  package init(
    _ composition: Composition, catalog: MediaCatalog = MediaCatalog(), range: TimelineRange? = nil,
    picture: PicturePlan?, level: OptimisationLevel = .full
  ) {
    let extent = RenderPlan.extent(of: composition, range: range)
    frames = extent.frames
    pieces = PicturePieces(picture?.shots ?? [], rate: composition.canvas.rate)
    soundJob = extent.samples.map { samples in
      SoundJob(
        samples: samples,
        decision: SoundDecision(
          composition, range: samples, catalog: catalog, isCopyingAllowed: level == .full))
    }
  }
}
