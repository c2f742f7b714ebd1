import Media
package import Planner
package import Platform
package import Store
package import TimelineModel

/// Renders a checked composition to one file.
///
/// A composition none of whose segments is heard gets no sound stream, and one without pictures no picture stream.
package struct RenderSession: Sendable {
  package var composition: Composition
  package var folder: MediaFolder
  package var outputPath: String
  /// The files that the movie may replace. Another one that is there stays as it is and the render fails.
  package var replacing: Replacing
  /// The folder that the output's path may not lead out of; nil if it may lead anywhere.
  package var outputRoot: String?
  /// The stretch of the programme to render; nil is all of it.
  package var range: TimelineRange?
  /// Of the picture's size.
  package var scale: Rational
  /// How many pieces of picture are worked on at once; the file's bytes do not depend on it.
  package var jobs: Int
  /// How much of the optimiser runs.
  package var level: OptimisationLevel
  /// Where finished pieces are kept; nil keeps none.
  package var store: ArtifactStore?
  /// The media as they were when the composition was checked; nil takes them as they are.
  package var sources: SourceWatch?
  /// Leave for each piece beyond the first that is worked on at once; nil needs none.
  package var tokens: (any JobTokens)?
  package var cancellation: CancellationFlag
  /// Writes what stands beside the movie, once that is whole, up to the point where it only has to take its name. Where
  /// this fails the movie does not take its own.
  package var companions: (@Sendable (RenderReport) throws(RenderFailure) -> [PendingFile])?
  /// Called right before the movie gets its name, which cannot be undone.
  package var committing: (@Sendable () -> Void)?
  /// Called once it is known what has to be done, before anything is; catching up is not counted.
  package var planned: (@Sendable (PlanReport) -> Void)?
  /// Called from one thread at a time.
  package var progress: (@Sendable (RenderProgress) -> Void)?

  package init(
    _ composition: Composition, folder: MediaFolder, outputPath: String, replacing: Replacing = .everything,
    range: TimelineRange? = nil, scale: Rational = .one, jobs: Int = 1,
    level: OptimisationLevel = .full, store: ArtifactStore? = nil, sources: SourceWatch? = nil,
    tokens: (any JobTokens)? = nil,
    cancellation: CancellationFlag = CancellationFlag(), progress: (@Sendable (RenderProgress) -> Void)? = nil
  ) {
    self.composition = composition
    self.folder = folder
    self.outputPath = outputPath
    self.replacing = replacing
    self.range = range
    self.scale = scale
    self.jobs = jobs
    self.level = level
    self.store = store
    self.sources = sources
    self.tokens = tokens
    self.cancellation = cancellation
    self.progress = progress
  }

  /// Works until the file is complete. It blocks, so it wants a thread that nothing else waits for.
  package func run() throws(RenderFailure) -> RenderReport {
    do throws(RenderFailure) { return try make() } catch {
      // A file may be unreadable because it was replaced.
      throw error.kind == .media ? sources?.knownFailure ?? error : error
    }
  }

  private func make() throws(RenderFailure) -> RenderReport {
    let memory = RefusedMemory()
    try sources?.check()
    // A render that has all its pieces in the store makes no temporary files, which would have removed others.
    EncoderPass.removeLeftovers()
    defer { _ = store?.evict() }
    let (plan, shots) = try PlanMaker(
      composition, folder: folder, range: range, scale: scale, level: level
    ).plan()
    planned?(PlanReport(shots, plan, packets: [:]))
    guard !plan.frames.isEmpty || plan.soundJob != nil else {
      throw RenderFailure(.output, "there is nothing to render", span: composition.output.origin.span)
    }
    let file = try PartialFile(for: outputPath, within: outputRoot, replacing: replacing)
    if let leftover = file.leftover { store?.note(unfinished: leftover) }
    let target = SizeTarget(composition, plan: plan)
    let media = MediaFingerprints(folder: folder, fingerprints: Fingerprints(in: store))
    let copies = try CopySources(plan.pieces, folder: folder)
    let setup = try shots.map { shots throws(RenderFailure) in
      try pictureSetup(shots, parameterSetID: copies?.join.parameterSetID, media)
    }
    let meter = ProgressMeter(
      total: plan.frames.isEmpty ? plan.soundFrames(at: composition.canvas) : Int64(plan.frames.count),
      passes: target != nil && setup?.isTwoPass == true ? 2 : 1,
      frameDuration: composition.canvas.rate.frameDuration, report: progress)
    let threads = shots.map { FramesInFlight.threads(jobs, for: $0.target) } ?? 1
    let measured = PieceTally()
    var sizing: PictureSizing?
    if let target, let setup {
      sizing = try PictureSizing(
        plan.pieces, target: target, setup: setup, threads: threads, tally: measured, cancellation: cancellation, meter: meter)
    }
    let writeOnce: (PictureSizing?) throws(RenderFailure) -> WrittenMovie = { sizing throws(RenderFailure) in
      let tally = PieceTally()
      let picture = try setup.map { setup throws(RenderFailure) in
        try PictureTrack(
          plan.pieces, copies: copies, setup: setup, sizing: sizing, threads: threads, tally: tally,
          cancellation: cancellation, meter: meter)
      }
      let pieces = try plan.soundJob.map { job throws(RenderFailure) in try soundPieces(job, media) }
      let sound = try pieces.map { pieces throws(RenderFailure) in
        try SoundFeed(
          pieces, sampleRate: composition.canvas.sampleRate,
          threads: picture == nil ? max(jobs, 1) : 1, tokens: tokens)
      }
      let bytes = try write(plan, picture, sound, into: file.descriptor, meter: meter)
      return WrittenMovie(
        length: try file.length, picture: bytes, tally: tally, peak: sound?.peak, level: pieces?.level)
    }
    let written = try withinLimit(&sizing, writeOnce)
    let canvas = composition.canvas
    var report = RenderReport(
      frames: Int64(plan.frames.count), encodedFrames: written.tally.encodedFrames,
      storedFrames: written.tally.storedFrames, measuredFrames: measured.encodedFrames,
      samples: Int64(plan.soundJob?.samples.count ?? 0), peak: written.peak, level: written.level,
      storeComplaint: store?.complaint, sampleEntry: copies?.join.sampleEntry(in: composition.output.container),
      chapters: composition.chapters(within: TimelineRange(plan.start(on: canvas), plan.end(on: canvas))))
    try file.save()
    let beside = try companions?(report) ?? []
    try cancellation.check()
    try sources?.check()
    do throws(SystemFailure) { try memory.check() } catch {
      throw RenderFailure(.output, "there was not all the memory that the movie takes", detail: "\(error)")
    }
    committing?()
    report.saveComplaint = try file.commit(after: beside)
    meter.finish()
    return report
  }

  /// Writes the movie, and again with a smaller picture while it is too long.
  private func withinLimit(
    _ sizing: inout PictureSizing?, _ writeOnce: (PictureSizing?) throws(RenderFailure) -> WrittenMovie
  ) throws(RenderFailure) -> WrittenMovie {
    var written = try writeOnce(sizing)
    guard let limit = composition.output.fileLengthLimit else { return written }
    var repeats = 0
    while written.length > limit {
      guard repeats < 3, sizing?.shrink(to: limit, after: written.length, picture: written.picture) == true else {
        throw RenderFailure(
          .output, "the movie cannot be made as small as \(limit) bytes", span: composition.output.origin.span,
          detail: "it came to \(written.length)")
      }
      repeats += 1
      written = try writeOnce(sizing)
    }
    return written
  }

  private func pictureSetup(
    _ plan: PicturePlan, parameterSetID: Int?, _ media: MediaFingerprints
  ) throws(RenderFailure) -> PictureSetup {
    guard let settings = composition.output.video else { throw RenderFailure(.encoder, "no picture is asked for") }
    return PictureSetup(
      plan: plan, settings: settings, parameterSetID: parameterSetID, media: media, store: store, sources: sources,
      tokens: tokens)
  }

  private func soundPieces(_ job: SoundJob, _ media: MediaFingerprints) throws(RenderFailure) -> SoundPieces {
    let copy: SoundCopy? = if case .copy(let copy) = job.decision { copy } else { nil }
    let kept = store.map { store in
      let fingerprint: SoundPieces.Fingerprint = { reference throws(RenderFailure) in
        try media.soundFingerprint(of: reference)
      }
      return (store: store, fingerprint: fingerprint)
    }
    return try SoundPieces(
      composition, folder: folder, job: job, copy: copy, store: kept, watch: sources, cancellation: cancellation)
  }

  /// Gives the bytes of picture that were written.
  private func write(
    _ plan: RenderPlan, _ picture: PictureTrack?, _ sound: SoundFeed?, into file: Descriptor, meter: ProgressMeter
  ) throws(RenderFailure) -> Int64 {
    let canvas = composition.canvas
    let writer = try MovieWriter(
      into: file, composition: composition, start: plan.start(on: canvas), end: plan.end(on: canvas),
      video: picture?.parameters, audio: sound?.parameters, makingRoom: store.map { kept in { kept.giveBack() } })
    var pictureBytes: Int64 = 0
    if let picture {
      var soundEnd = plan.frames.lowerBound
      for piece in plan.pieces {
        try picture.write(piece) { packet throws(RenderFailure) in
          // Sound first, a stretch at a time, so that the muxer holds back as little as can be.
          if let sound, packet.pts + plan.frames.lowerBound >= soundEnd {
            soundEnd += canvas.rate.nominal * 5
            try sound.write(until: canvas.rate.seconds(ofFrame: soundEnd)) { packets, _ throws(RenderFailure) in
              try writer.writeSound(packets)
            }
          }
          try cancellation.check()
          try writer.writePicture(packet)
          pictureBytes += Int64(packet.bytes.count)
        }
      }
    }
    try sound?.write { packets, samples throws(RenderFailure) in
      try writer.writeSound(packets)
      if plan.frames.isEmpty { meter.advance(by: canvas.framesLasting(samples)) }
    }
    try writer.finish()
    return pictureBytes
  }
}

/// What a render made.
package struct RenderReport: Hashable, Sendable {
  package var frames: Int64
  /// Of these, how many were encoded, and how many came encoded from the store; the others were copied from sources.
  package var encodedFrames: Int64
  package var storedFrames: Int64
  /// How many were encoded once before, to learn what they need; 0 where only a quality is asked for, or it was known.
  package var measuredFrames: Int64
  package var samples: Int64
  /// How loud the sound became before it was held to −1...1; nil where there is none.
  package var peak: MixPeak?
  /// What was done for the programme's loudness; nil where none is asked for.
  package var level: LoudnessLevel?
  /// Why something could not be kept in the store; nil where all was.
  package var storeComplaint: String?
  /// The sample entry name of a picture with parameter sets in its packets, `avc3` or `hev1`; `nil` for other pictures.
  package var sampleEntry: String?
  /// Why a loss of power just now might lose the movie's name; nil where it does not.
  package var saveComplaint: String?
  /// The movie's, on its own clock.
  package var chapters: [ChapterFacts] = []

  package var copiedFrames: Int64 { frames - encodedFrames - storedFrames }
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
