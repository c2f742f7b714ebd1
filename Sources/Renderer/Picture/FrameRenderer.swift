package import Media
package import Planner
import Store
package import TimelineModel

/// Makes finished frames, one after another or any one of them. It belongs to one thread at a time.
package final class FrameRenderer {
  package let plan: PicturePlan
  private let movies: MoviePool
  private let texts = TextStore()
  private let folder: MediaFolder
  private var stills = LeastRecentlyUsed<MediaReference, VideoFrame>()
  private var treated = LeastRecentlyUsed<PictureSource.Content, VideoFrame>()
  private var treaters = LeastRecentlyUsed<FrameTreatment, FrameTreater>()
  private var timelines = LeastRecentlyUsed<MediaReference, FrameRenderer>()
  private var fills = LeastRecentlyUsed<Fill, VideoFrame>()
  private var runs = LeastRecentlyUsed<EffectRun, EffectRunner>()
  private var drawingNames = LeastRecentlyUsed<MediaReference, String>(keepingAtLeast: 64)
  private var runNames = LeastRecentlyUsed<EffectRun, String>(keepingAtLeast: 16)
  private var graph: FilterGraph?
  private var shot: Shot?
  private var compositor: Compositor?
  private var last: (making: FrameMaking, frame: VideoFrame)?

  private struct Fill: Hashable {
    var color: Color
    var size: PixelSize
    var pixelFormat: String
  }

  package init(_ plan: PicturePlan, folder: MediaFolder) {
    self.plan = plan
    self.folder = folder
    movies = MoviePool(folder: folder)
  }

  /// One for a timeline that plays within another.
  convenience init(_ timeline: NestedTimeline, in folder: MediaFolder, level: OptimisationLevel) {
    let canvas = timeline.composition.canvas
    let target = RenderTarget(
      canvas: canvas.size, size: canvas.size, pixelFormat: timeline.pixelFormat, color: canvas.color)
    let plan = PicturePlan(timeline.composition, catalog: timeline.catalog, target: target, level: level)
    self.init(plan, folder: folder.folder(of: timeline))
  }

  /// The frame that shows at `time`: the last one from which on it is seen.
  package func frame(at time: TimelineTime) throws(RenderFailure) -> VideoFrame {
    let index = plan.rate.frame(at: time.seconds) ?? 0
    return try frame(min(max(index, 0), max(plan.composition.frameCount - 1, 0)))
  }

  /// Output frame `index`, as it goes to the encoder.
  package func frame(_ index: Int64) throws(RenderFailure) -> VideoFrame { try frame(0, of: [making(of: index)]) }

  /// How output frame `index` is made.
  package func making(of index: Int64) throws(RenderFailure) -> FrameMaking {
    let shot = shot(at: index)
    return try measuringTexts(at: index, in: shot) { plan.making(of: index, in: shot, texts: $0) }
  }

  /// Frames after the one being made whose movies are kept at hand.
  private static let outlook = 12

  /// The frame that is made as `makings[index]` says, which others will follow: the last one again where nothing has
  /// changed.
  func frame(_ index: Int, of makings: [FrameMaking]) throws(RenderFailure) -> VideoFrame {
    let making = makings[index]
    if let last, last.making.looksLike(making) { return last.frame }
    last = nil
    movies.advance(wanted: makings[index..<min(index + FrameRenderer.outlook, makings.count)].movieReaders)
    let frame =
      switch making {
      case .graph(let recipe): try make(recipe)
      case .drawing(let recipe): try draw(recipe)
      }
    last = (making, frame)
    return frame
  }

  /// What output frame `index` is made of where a graph draws it.
  package func recipe(for index: Int64) throws(RenderFailure) -> FrameRecipe {
    let shot = shot(at: index)
    return try measuringTexts(at: index, in: shot) { plan.recipe(for: index, in: shot, texts: $0) }
  }

  private func draw(_ recipe: DrawingRecipe) throws(RenderFailure) -> VideoFrame {
    makeRoom(for: recipe.sources.count)
    return try composing(at: recipe.time) {
      let compositor = try self.compositor ?? Compositor(target: plan.target, folder: folder)
      self.compositor = compositor
      return try compositor.frame(recipe) { source in
        try self.read(source, at: recipe.time) { try self.picture(source) }
      }
    }
  }

  private func make(_ recipe: FrameRecipe) throws(RenderFailure) -> VideoFrame {
    makeRoom(for: recipe.sources.count)
    var inputs: [VideoFrame] = []
    for (source, input) in zip(recipe.sources, recipe.graph.inputs) {
      inputs.append(
        try read(source, at: recipe.time) {
          switch source.content {
          case .color(let color):
            return try fill(Fill(color: color, size: input.size, pixelFormat: input.pixelFormat))
          case .mask(let mask): return try VideoFrame.mask(mask, size: input.size)
          case .movie, .still, .text, .shape, .run: return try picture(source)
          }
        })
    }
    if recipe.graph.filters.isEmpty { return inputs[0] }
    return try composing(at: recipe.time) { try run(recipe.graph, inputs) }
  }

  private func makeRoom(for count: Int) {
    stills.makeRoom(for: count)
    treated.makeRoom(for: count)
    treaters.makeRoom(for: count)
    timelines.makeRoom(for: count)
    runs.makeRoom(for: count)
    fills.makeRoom(for: count)
  }

  private func read(
    _ source: PictureSource, at time: TimelineTime, _ body: () throws -> VideoFrame
  ) throws(RenderFailure) -> VideoFrame {
    do {
      return try body()
    } catch {
      throw RenderFailure(
        source.failureKind, "cannot \(source.reading)", at: time, span: source.origin.span, detail: "\(error)")
    }
  }

  private func composing(
    at time: TimelineTime, _ body: () throws -> VideoFrame
  ) throws(RenderFailure) -> VideoFrame {
    do {
      return try body()
    } catch let failure as RenderFailure {
      throw failure
    } catch {
      throw RenderFailure(.media, "cannot compose the picture", at: time, span: shot?.origin.span, detail: "\(error)")
    }
  }

  private func shot(at index: Int64) -> Shot {
    if let shot, shot.frames.contains(index) { return shot }
    let found = plan.shot(at: index) ?? Shot(frames: index..<index + 1, layers: [])
    shot = found
    return found
  }

  private func run(_ description: GraphDescription, _ inputs: [VideoFrame]) throws(LibAVError) -> VideoFrame {
    if let graph, try graph.update(to: description) { return try graph.frame(for: inputs) }
    graph = nil
    let graph = try FilterGraph(description, filesAt: folder.path)
    self.graph = graph
    return try graph.frame(for: inputs)
  }
}

// MARK: Sources

extension FrameRenderer {
  /// The fingerprint of a text's raster.
  func fingerprint(of text: TextDrawing) throws(RenderFailure) -> String {
    do {
      return try texts.fingerprint(of: text)
    } catch {
      throw RenderFailure(.text, "cannot draw a title", detail: "\(error)")
    }
  }

  private func renderer(of timeline: NestedTimeline, _ media: MediaReference) -> FrameRenderer {
    timelines.value(for: media) { FrameRenderer(timeline, in: folder, level: plan.level) }
  }

  /// What names the pictures that this renderer makes itself.
  func names(_ fingerprints: Fingerprints) -> SourceNames {
    SourceNames(
      text: { [self] text throws(RenderFailure) in try fingerprint(of: text) },
      timeline: { [self] media, frame throws(RenderFailure) in
        guard let timeline = folder.catalog.timelines[media] else { return nil }
        return try renderer(of: timeline, media).fingerprint(ofFrame: frame, fingerprints)
      },
      drawing: { [self] media throws(RenderFailure) in isDrawing(media) ? try fingerprint(ofDrawing: media) : nil },
      frames: { [self] run throws(RenderFailure) in
        guard isMade(run.feed) else { return nil }
        return try runNames.value(for: run) { () throws(RenderFailure) in
          try fingerprint(ofFramesIn: run, fingerprints)
        }
      })
  }

  private func isDrawing(_ media: MediaReference) -> Bool { folder.catalog.facts(for: media)?.video?.codec == "svg" }

  /// The fingerprint of a drawing's pixels, whose letters are in fonts of the machine.
  private func fingerprint(ofDrawing media: MediaReference) throws(RenderFailure) -> String {
    try drawingNames.value(for: media) { () throws(RenderFailure) in
      let source = PictureSource(.still(media))
      let frame = try read(source, at: .zero) { try picture(source) }
      return StoreKey("drawing") { key in
        key.add("\(frame.size) \(frame.pixelFormat)")
        frame.withPlane(0) { bytes, stride in
          for row in 0..<frame.size.height {
            key.add(bytes: UnsafeRawBufferPointer(rebasing: bytes[row * stride..<row * stride + frame.size.width * 4]))
          }
        }
      }.description
    }
  }

  /// Whether a run's frames are made here, of more than their files say.
  private func isMade(_ feed: EffectRun.Feed) -> Bool {
    switch feed {
    case .movie(let media): folder.catalog.timelines[media] != nil
    case .images(let images): images.contains(where: isDrawing)
    case .one: false
    }
  }

  /// Returns the fingerprint of all frames that are fed into a run.
  private func fingerprint(
    ofFramesIn run: EffectRun, _ fingerprints: Fingerprints
  ) throws(RenderFailure) -> String {
    let names = names(fingerprints)
    return try StoreKey("frames") { key throws(RenderFailure) in
      for frame in run.frames {
        switch run.source(frame).content {
        case .movie(let media, let frame): key.add(try names.timeline(media, frame) ?? "")
        case .still(let media): key.add(try names.drawing(media) ?? "")
        default: break
        }
      }
    }.description
  }

  /// Names a frame by all that decides its pixels.
  private func fingerprint(ofFrame index: Int64, _ fingerprints: Fingerprints) throws(RenderFailure) -> String {
    try key(for: try making(of: index), fingerprints).description
  }

  /// Names what is made so, wherever it stands.
  func key(for making: FrameMaking, _ fingerprints: Fingerprints) throws(RenderFailure) -> StoreKey {
    let media = MediaFingerprints(folder: folder, fingerprints: fingerprints)
    let work = PictureWork(parameterSetID: nil, target: plan.target, rate: plan.rate, media: media)
    return try work.key(for: making, names(fingerprints))
  }

  /// What `body` makes once the texts that it asks for have been drawn.
  private func measuringTexts<Result>(
    at index: Int64, in shot: Shot, _ body: (TextMeasure) -> Result
  ) throws(RenderFailure) -> Result {
    var failure: TextError?
    var count = 0
    let result = body { text in
      count += 1
      texts.makeRoom(for: count)
      do throws(TextError) {
        return try texts.facts(of: text)
      } catch {
        failure = failure ?? error
        return nil
      }
    }
    guard let failure else { return result }
    let span = shot.titles.lazy.compactMap { self.plan.composition.titles[$0].origin.span }.first
    let time = TimelineTime(plan.rate.seconds(ofFrame: index))
    throw RenderFailure(.text, "cannot draw a title", at: time, span: span, detail: "\(failure)")
  }

  private func picture(_ source: PictureSource) throws -> VideoFrame {
    switch source.content {
    case .movie(let media, let index):
      if let timeline = folder.catalog.timelines[media] {
        return try treating(source) { try renderer(of: timeline, media).frame(index) }
      }
      guard source.treatment != .none else { return try movies.frame(index, of: media) }
      return try treated.value(for: source.content) { () throws(LibAVError) in
        let (coded, file) = (source.treatment.showsBothFields ? index / 2 : index, media.coded)
        let last = (folder.catalog.facts(for: file)?.video?.timing.frameCount ?? 1) - 1
        let reach: Int64 = source.treatment.fields == .progressive ? 0 : 1
        let stretch = max(coded - reach, 0)...min(coded + reach, max(last, coded))
        return try treat(
          Int(coded - stretch.lowerBound), of: try movies.frames(stretch, of: file), source.treatment,
          isLaterField: source.treatment.showsBothFields && index % 2 == 1)
      }
    case .still(let media):
      return try stills.value(for: media) { () throws(LibAVError) in
        // A reader of its own, which is closed again: one frame is all there is.
        guard let facts = folder.catalog.facts(for: media)?.video else {
          throw LibAVError(call: "open", code: -2, text: "nothing is known of \(media)")
        }
        let frame = try FrameReader(path: folder.path(of: media), facts: facts).frame(0)
        return source.treatment == .none ? frame : try treat(0, of: [frame], source.treatment)
      }
    case .color(let color):
      return try fill(Fill(color: color, size: plan.target.size, pixelFormat: plan.target.pixelFormat))
    case .text(let text): return try treating(source) { try texts.frame(of: text) }
    case .shape(let shape): return try treating(source) { try VideoFrame.shape(shape) }
    case .run(let run, let frame):
      return try runner(of: run).frame(frame)
    case .mask(let mask):
      return try VideoFrame.mask(mask, size: plan.target.size)
    }
  }

  /// What is not read from a file, treated.
  private func treating(_ source: PictureSource, _ make: () throws -> VideoFrame) throws -> VideoFrame {
    guard source.treatment != .none else { return try make() }
    return try treated.value(for: source.content) { try treat(0, of: [try make()], source.treatment) }
  }

  private func runner(of run: EffectRun) -> EffectRunner {
    runs.value(for: run) {
      EffectRunner(run, canvas: plan.target.color, folder: folder) { [unowned self] in try picture($0) }
    }
  }

  private func treat(
    _ index: Int, of frames: [VideoFrame], _ treatment: FrameTreatment, isLaterField: Bool = false
  ) throws(LibAVError) -> VideoFrame {
    try treaters.value(for: treatment) { FrameTreater(treatment) }
      .treat(index, of: frames, isLaterField: isLaterField)
  }

  private func fill(_ fill: Fill) throws(LibAVError) -> VideoFrame {
    try fills.value(for: fill) { () throws(LibAVError) in
      try VideoFrame.solid(fill.color, size: fill.size, pixelFormat: fill.pixelFormat, on: plan.target.color)
    }
  }
}

extension ArraySlice<FrameMaking> {
  /// How many readers of each movie its frames want at once.
  fileprivate var movieReaders: [MediaReference: Int] {
    reduce(into: [:]) { readers, making in
      var counts: [MediaReference: Int] = [:]
      for case .movie(let media, _) in making.sources.map(\.read) { counts[media.coded, default: 0] += 1 }
      readers.merge(counts, uniquingKeysWith: Swift.max)
    }
  }
}

extension PictureSource {
  /// What is read for it in the end.
  fileprivate var read: Content {
    if case .run(let run, let frame) = content { run.source(frame).content } else { content }
  }

  fileprivate var reading: String {
    switch content {
    case .movie(let media, let frame): "read frame \(frame) of \(media)"
    case .still(let media): "read \(media)"
    case .color(let color): "paint \(color)"
    case .run(let run, let frame): run.source(frame).reading
    case .text, .shape: "draw a title"
    case .mask: "draw a wipe"
    }
  }

  fileprivate var failureKind: RenderFailure.Kind {
    if case .text = content { .text } else { .media }
  }
}
