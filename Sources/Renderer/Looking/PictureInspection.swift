import Media
import Planner
package import TimelineModel

/// Looks at a programme's picture, small and without encoding it.
package struct PictureInspection: Sendable {
  package var composition: Composition
  package var folder: MediaFolder
  /// The stretch of the programme; nil is all of it.
  package var range: TimelineRange?
  /// How many threads draw at once; what is found does not depend on it.
  package var jobs: Int
  package var cancellation: CancellationFlag

  package init(
    _ composition: Composition, folder: MediaFolder, range: TimelineRange? = nil, jobs: Int = 1,
    cancellation: CancellationFlag = CancellationFlag()
  ) {
    self.composition = composition
    self.folder = folder
    self.range = range
    self.jobs = jobs
    self.cancellation = cancellation
  }

  /// It takes about as long as decoding and scaling everything, and blocks meanwhile.
  package func findings() throws(RenderFailure) -> PictureFindings {
    guard !composition.videoTracks.isEmpty || !composition.titles.isEmpty else { return PictureFindings() }
    return PictureFindings(flashes: try flashes(), texts: try texts())
  }

  /// Pixels across a picture that is looked at for flashes, and for what lies behind letters.
  private static let (flashWidth, textWidth) = (160, 320)

  private var frames: Range<Int64> {
    let all = 0..<composition.frameCount
    return range.map { composition.canvas.rate.frames(in: $0).clamped(to: all) } ?? all
  }

  // MARK: Flashes

  private func flashes() throws(RenderFailure) -> [PictureFindings.Flashing] {
    let (rate, frames) = (composition.canvas.rate, frames)
    let target = RenderTarget(composition, width: PictureInspection.flashWidth)
    let plan = PicturePlan(composition, catalog: folder.catalog, target: target, frames: frames, level: .full)
    let pieces = PicturePieces(plan.shots, rate: rate).encoded
    var watch = FlashWatch(points: target.size.width * target.size.height, rate: rate)
    try inOrder(pieces.count) { [folder, cancellation] in
      let renderer = FrameRenderer(plan, folder: folder)
      return { job throws(RenderFailure) in
        try renderer.pictures(pieces[job].frames, cancellation)
      }
    } take: { pictures in
      for picture in pictures { watch.look(at: picture) }
    }
    return watch.flashes(from: frames.lowerBound, rate)
  }

  // MARK: Texts

  private func texts() throws(RenderFailure) -> [PictureFindings.TextOnPicture] {
    let target = RenderTarget(composition, width: PictureInspection.textWidth)
    let letterings = composition.letterings
    guard !letterings.isEmpty else { return [] }
    let ground = composition.withoutLetters
    var found: [PictureFindings.TextOnPicture] = []
    try inOrder(letterings.count) { [self] in
      return { job throws(RenderFailure) in
        try LetteringGround(letterings[job], of: composition, ground: ground, on: target, in: folder)
          .worst(within: frames, cancellation)
      }
    } take: { text in
      if let text { found.append(text) }
    }
    return found
  }

  /// Has several threads work on numbered jobs, and takes what comes of them in their order.
  private func inOrder<Value: Sendable>(
    _ count: Int, _ work: @escaping @Sendable () -> (Int) throws(RenderFailure) -> Value, take: (Value) -> Void
  ) throws(RenderFailure) {
    let results = OrderedResults<Value>(count: count, window: max(jobs, 1) + 1)
    defer { results.stop() }
    for _ in 0..<min(max(jobs, 1), count) {
      results.startWorker {
        let perform = work()
        return { job in Result { () throws(RenderFailure) in try perform(job) } }
      }
    }
    for _ in 0..<count { take(try results.next()) }
  }
}

extension RenderTarget {
  /// The canvas so many pixels wide, or as it is where that is less, or where filters count its pixels.
  fileprivate init(_ composition: Composition, width: Int) {
    let canvas = composition.canvas
    let format = canvas.color.isHDR ? "yuv420p10le" : "yuv420p"
    let scale = composition.filtersCanvas ? .one : min(.one, Rational(Int64(width), Int64(canvas.size.width)))
    self.init(canvas, settings: VideoSettings(encoder: "", pixelFormat: format), scale: scale)
  }
}

extension Composition {
  /// True where a filter of libavfilter is done to a track's canvas or to the whole picture.
  fileprivate var filtersCanvas: Bool {
    (effects + videoTracks.flatMap(\.effects)).contains { $0.kind == .filter }
  }
}

extension FrameRenderer {
  /// Frames one after another as a display shows them; nil for one that looks like the one before.
  fileprivate func pictures(
    _ frames: Range<Int64>, _ cancellation: CancellationFlag
  ) throws(RenderFailure) -> [DisplayedPicture?] {
    var makings: [FrameMaking] = []
    for frame in frames { makings.append(try making(of: frame)) }
    var last: VideoFrame?
    var pictures: [DisplayedPicture?] = []
    for index in makings.indices {
      try cancellation.check()
      let frame = try frame(index, of: makings)
      pictures.append(frame === last ? nil : try displayed(frame, at: makings[index].frame))
      last = frame
    }
    return pictures
  }

  /// A frame as a display shows it.
  func displayed(_ frame: VideoFrame, at index: Int64) throws(RenderFailure) -> DisplayedPicture {
    do throws(LibAVError) { return try DisplayedPicture(frame) } catch {
      throw RenderFailure(
        .media, "cannot look at the picture", at: TimelineTime(plan.rate.seconds(ofFrame: index)), detail: "\(error)")
    }
  }
}
