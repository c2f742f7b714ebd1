import Media
import Planner
package import TimelineModel

/// Renders a checked composition to one file.
///
/// A composition none of whose segments is heard gets no sound stream, and one without pictures no picture stream.
package struct RenderSession: Sendable {
  package var composition: Composition
  package var folder: MediaFolder
  package var outputPath: String
  /// Whether a file that is there is replaced; otherwise it stays as it is and the render fails.
  package var replaces: Bool
  /// The stretch of the programme to render; nil is all of it.
  package var range: TimelineRange?
  /// Of the picture's size.
  package var scale: Rational
  /// How many pieces of picture are worked on at once; the file's bytes do not depend on it.
  package var jobs: Int
  package var cancellation: CancellationFlag
  /// Called from one thread at a time.
  package var progress: (@Sendable (RenderProgress) -> Void)?

  package init(
    _ composition: Composition, folder: MediaFolder, outputPath: String, replaces: Bool = true,
    range: TimelineRange? = nil, scale: Rational = .one, jobs: Int = 1,
    cancellation: CancellationFlag = CancellationFlag(), progress: (@Sendable (RenderProgress) -> Void)? = nil
  ) {
    self.composition = composition
    self.folder = folder
    self.outputPath = outputPath
    self.replaces = replaces
    self.range = range
    self.scale = scale
    self.jobs = jobs
    self.cancellation = cancellation
    self.progress = progress
  }

  /// Works until the file is complete. It blocks, so it wants a thread that nothing else waits for.
  package func run() throws(RenderFailure) -> RenderReport {
    let plan = RenderPlan(composition, range: range)
    guard !plan.frames.isEmpty || plan.soundJob != nil else {
      throw RenderFailure(.output, "there is nothing to render", span: composition.output.origin.span)
    }
    let file = try PartialFile(for: outputPath, replaces: replaces)
    let meter = ProgressMeter(
      total: plan.frames.isEmpty ? plan.soundFrames(at: composition.canvas) : Int64(plan.frames.count),
      frameDuration: composition.canvas.rate.frameDuration, report: progress)
    let sound = try plan.soundJob.map { job throws(RenderFailure) in
      try SoundFeed(
        SoundPieces(composition, folder: folder, job: job, cancellation: cancellation),
        sampleRate: composition.canvas.sampleRate)
    }
    let picture = composition.output.video.map { pictureJobs(plan, settings: $0, meter: meter) }
    defer { picture?.stop() }
    try write(plan, picture, sound, to: file.path, meter: meter)
    try cancellation.check()
    try file.commit()
    meter.finish()
    return RenderReport(
      frames: Int64(plan.frames.count), samples: Int64(plan.soundJob?.samples.count ?? 0), peak: sound?.peak)
  }

  private func pictureJobs(_ plan: RenderPlan, settings: VideoSettings, meter: ProgressMeter) -> PictureJobs {
    let target = RenderTarget(canvas: composition.canvas.size, settings: settings, scale: scale)
    return PictureJobs(
      plan.encodeJobs, plan: PicturePlan(composition, catalog: folder.catalog, target: target), settings: settings,
      folder: folder, threads: max(jobs, 1), cancellation: cancellation, frameDone: { meter.advance() })
  }

  private func write(
    _ plan: RenderPlan, _ picture: PictureJobs?, _ sound: SoundFeed?, to path: String, meter: ProgressMeter
  ) throws(RenderFailure) {
    let canvas = composition.canvas
    let firstChunk = plan.encodeJobs.isEmpty ? nil : try picture?.next()
    let writer = try MovieWriter(
      path: path, composition: composition, start: plan.start(on: canvas), end: plan.end(on: canvas),
      firstChunk: firstChunk, audio: sound?.parameters)
    for number in plan.encodeJobs.indices {
      guard let chunk = number == 0 ? firstChunk : try picture?.next() else { break }
      // Sound first, so that the muxer holds back as little picture as can be.
      let seconds = canvas.rate.seconds(ofFrame: chunk.frames.upperBound)
      try sound?.write(until: seconds) { packets, _ throws(RenderFailure) in try writer.write(packets) }
      try writer.write(chunk)
    }
    try sound?.write { packets, samples throws(RenderFailure) in
      try writer.write(packets)
      if plan.frames.isEmpty { meter.advance(by: canvas.framesLasting(samples)) }
    }
    try writer.finish()
  }
}

/// What a render made.
package struct RenderReport: Hashable, Sendable {
  package var frames: Int64
  package var samples: Int64
  /// How loud the sound became before it was held to −1...1; nil where there is none.
  package var peak: MixPeak?
}

extension RenderPlan {
  fileprivate func start(on canvas: Canvas) -> TimelineTime {
    if !frames.isEmpty { return TimelineTime(canvas.rate.seconds(ofFrame: frames.lowerBound)) }
    return TimelineTime(soundJob?.samples.lowerBound ?? 0, Int64(canvas.sampleRate))
  }

  fileprivate func end(on canvas: Canvas) -> TimelineTime {
    if !frames.isEmpty { return TimelineTime(canvas.rate.seconds(ofFrame: frames.upperBound)) }
    return TimelineTime(soundJob?.samples.upperBound ?? 0, Int64(canvas.sampleRate))
  }

  fileprivate func soundFrames(at canvas: Canvas) -> Int64 {
    let seconds = Rational(Int64(soundJob?.samples.count ?? 0), Int64(canvas.sampleRate))
    return canvas.rate.firstFrame(from: seconds) ?? 1
  }
}

extension Canvas {
  fileprivate func framesLasting(_ samples: Int) -> Int64 {
    rate.frame(at: Rational(Int64(samples), Int64(sampleRate))) ?? 0
  }
}
