import Diagnostics
import TimelineModel

extension Pass {
  package static let findUntouched = Pass(
    name: "find-untouched", summary: "tells shots that show a source's frames as they are from those that do not",
    level: .none
  ) { context, shots in
    let finder = UntouchedFinder(context)
    return shots.flatMap(finder.parts)
  }
}

/// Proves that a shot shows frames of one source, one after another, exactly as they are coded; or says why not.
struct UntouchedFinder {
  private let context: PassContext
  private let scene: Scene
  private let canvas: Canvas
  private let settings: VideoSettings?
  /// The codec that the export's encoder writes; nil where that is not known.
  private let codec: String?

  init(_ context: PassContext) {
    self.context = context
    scene = context.scene
    canvas = context.composition.canvas
    settings = context.composition.output.video
    let encoder = settings.flatMap { context.catalog.encoders[$0.encoder] }
    codec = if case .found(let facts) = encoder { facts.codec } else { nil }
  }

  /// The shot with its work; in parts where its source lacks a few frames, so that what lies between is untouched.
  func parts(of shot: Shot) -> [Shot] {
    let work = work(for: shot)
    guard case .encode(let reason) = work, reason.page.id == DiagnosticPage.heldFrame.id else {
      return [shot.part(shot.frames, work)]
    }
    let runs = runs(of: shot)
    guard !runs.isEmpty, runs.count <= UntouchedFinder.mostRuns else { return [shot.part(shot.frames, work)] }
    return runs.map { run in
      shot.part(run.frames, run.isHeld ? work : self.work(for: shot.part(run.frames, .unknown)))
    }
  }

  /// More of them would be encoded in pieces that are hardly longer than what is copied between.
  private static let mostRuns = 32

  /// The stretches of a shot of one movie in which each frame is the source's next, and those in which one is held.
  private func runs(of shot: Shot) -> [(frames: Range<Int64>, isHeld: Bool)] {
    guard case .segment(let segment, _, _)? = shot.layers.first, case .movie(let media, let mapping) = segment.content,
      let facts = context.catalog.facts(for: media)
    else { return [] }
    var runs: [(frames: Range<Int64>, isHeld: Bool)] = []
    var last: Int64?
    for frame in shot.frames {
      let number = facts.frame(at: context.time(ofFrame: frame), in: mapping)
      let isHeld = number == last
      let first = runs.last.flatMap { $0.isHeld == isHeld ? runs.removeLast().frames.lowerBound : nil }
      runs.append(((first ?? frame)..<frame + 1, isHeld))
      last = number
    }
    return runs
  }

  func work(for shot: Shot) -> ShotWork {
    do throws(Obstacle) {
      return .untouched(try frames(of: shot))
    } catch {
      return .encode(error.reason)
    }
  }

  private struct Obstacle: Error {
    let reason: EncodeReason
  }

  private func frames(of shot: Shot) throws(Obstacle) -> CopiedFrames {
    let (segment, track, layer) = try onlySegment(of: shot)
    let time = context.time(ofFrame: shot.frames.lowerBound)
    try check(segment, track, layer, at: time)
    try checkEffects(segment, track, layer)
    guard case .movie(let media, let mapping) = segment.content, let facts = context.catalog.facts(for: media),
      let video = facts.video
    else { throw obstacle(.still, "\(name(of: segment)) is one picture", segment) }
    try check(video, of: media, mapping, segment)
    try checkReading(video, of: media, segment)
    try check(segment.placement, layer, segment)
    try check(settings, video, of: media, segment)
    let first = facts.frame(at: time, in: mapping)
    let last = facts.frame(at: context.time(ofFrame: shot.frames.upperBound - 1), in: mapping)
    guard last - first == Int64(shot.frames.count) - 1 else {
      throw obstacle(.heldFrame, "\(media) has no frame of its own here, and one beside it is held", segment)
    }
    // The last word: the recipe itself has nothing to do.
    let recipe = scene.recipe(for: shot.frames.lowerBound, in: shot)
    guard recipe.graph.filters.isEmpty, recipe.sources.map(\.content) == [.movie(media, frame: first)] else {
      throw obstacle(.placement, "\(media) does not lie pixel on pixel", segment)
    }
    return CopiedFrames(media: media, frames: first..<last + 1)
  }

  // MARK: What is seen

  private func onlySegment(of shot: Shot) throws(Obstacle) -> (VideoSegment, TrackLook, Layer) {
    if let title = shot.titles.first {
      let title = context.composition.titles[title]
      throw Obstacle(reason: EncodeReason(.title, "the title \(title.name) is drawn", origin: title.origin))
    }
    guard let layer = shot.layers.first else {
      throw background(of: shot)
    }
    if case .matted(let content, _, _, _) = layer {
      let origin = content.segments.first?.origin ?? shot.origin
      throw Obstacle(reason: EncodeReason(.opacity, "\(content.names) is cut out by a matte", origin: origin))
    }
    guard case .segment(let segment, let track, let settings) = layer else {
      throw Obstacle(
        reason: EncodeReason(.transition, "\(layer.names) are mixed", origin: layer.mixtureOrigin ?? shot.origin))
    }
    guard shot.layers.count == 1 else {
      let names = shot.layers.map(\.names).joined(separator: " over ")
      throw obstacle(.layers, names, segment)
    }
    return (segment, track, settings)
  }

  /// An empty stretch is not written anywhere, so it is told by what comes after it, or came before.
  private func background(of shot: Shot) -> Obstacle {
    let (start, end) = (
      context.time(ofFrame: shot.frames.lowerBound), context.time(ofFrame: shot.frames.upperBound)
    )
    var (last, next): (VideoSegment?, VideoSegment?)
    for track in context.composition.videoTracks {
      let split = track.segments.leadingCount { $0.range.end <= start }
      let (before, after) = (track.segments[..<split].last { !$0.isGap }, track.segments[split...].first { !$0.isGap })
      if let before, before.range.end > last?.range.end ?? .zero { last = before }
      if let after, next.map({ after.range.start < $0.range.start }) ?? true { next = after }
    }
    var words = "nothing but the background shows"
    if let next, next.range.start >= end {
      words += " before \(name(of: next))"
    } else if next == nil, let last {
      words += " after \(name(of: last))"
    }
    return Obstacle(reason: EncodeReason(.background, words, origin: (next ?? last)?.origin ?? shot.origin))
  }

  private func check(_ segment: VideoSegment, _ track: TrackLook, _ layer: Layer, at time: TimelineTime)
    throws(Obstacle)
  {
    if case .color = segment.content { throw obstacle(.color, "a colour fills the frame", segment) }
    let isSteady =
      layer.opacity.isSteady(at: time) && segment.opacity.isSteady(at: time)
      && segment.fade.isSteady(at: time, in: segment.range) && track.opacity.isSteady(at: time)
      && track.fade.isSteady(at: time, in: track.range)
    let opacity =
      layer.opacity.share(at: time) * segment.opacity.share(at: time) * segment.fade.value(at: time, in: segment.range)
      * track.opacity(at: time)
    guard isSteady, opacity >= 1 else {
      let words = isSteady ? "has an opacity of \(opacity.plain)" : "changes its opacity"
      throw obstacle(.opacity, "\(name(of: segment)) \(words)", segment)
    }
  }

  private func checkEffects(_ segment: VideoSegment, _ track: TrackLook, _ layer: Layer) throws(Obstacle) {
    if let effect = (segment.effects + track.effects + context.composition.effects).first {
      throw obstacle(.effect, "\(name(of: segment)) is taken through \(effect.kind.rawValue)", segment)
    }
    let blend = layer.blend ?? segment.blend
    if blend != .normal { throw obstacle(.blend, "\(name(of: segment)) is blended by \(blend.rawValue)", segment) }
  }

  private func check(_ placement: Placement, _ layer: Layer, _ segment: VideoSegment) throws(Obstacle) {
    let name = name(of: segment)
    if placement.crop != Curve(.unit) || layer.crop != nil {
      throw obstacle(.placement, "\(name) is cropped", segment)
    }
    if !placement.isFittedOnly || layer.transform != .identity {
      throw obstacle(.placement, "\(name) is scaled, turned or moved", segment)
    }
  }

  // MARK: What the source is

  private func check(_ video: VideoFacts, of media: MediaReference, _ mapping: TimeMapping, _ segment: VideoSegment)
    throws(Obstacle)
  {
    guard context.catalog.facts(for: media)?.images.isEmpty != false else {
      throw obstacle(.still, "\(media) is a sequence of pictures", segment)
    }
    if media.isTimeline { throw obstacle(.nested, "\(media) is a timeline, whose frames are made", segment) }
    guard !mapping.isFrozen else { throw obstacle(.still, "\(media) stands still", segment) }
    guard mapping.speed == .one else {
      let words =
        mapping.isReversed
        ? "plays backward" : mapping.speed.map { "plays at \($0) times its speed" } ?? "changes its speed"
      throw obstacle(.speed, "\(media) \(words)", segment)
    }
    guard let rate = video.timing.rate else {
      throw obstacle(
        .rateDiffers, "the frame rate of \(media) varies, the canvas has \(canvas.rate) fps", segment,
        advice: "convert \(media) to a constant rate once")
    }
    guard rate == canvas.rate else {
      throw obstacle(
        .rateDiffers, "\(media) is \(rate) fps, the canvas \(canvas.rate)", segment,
        advice: "write `canvas: { rate: \(rate) }` if most sources have that rate")
    }
    if video.orientation != .upright {
      throw obstacle(.orientationDiffers, "\(media) has to be turned to stand upright", segment)
    }
    if video.pixelAspect != .one {
      throw obstacle(.aspectDiffers, "the pixels of \(media) are \(video.pixelAspect) times as wide as high", segment)
    }
    if video.fields != .progressive {
      throw obstacle(.interlaced, "the fields of \(media) are made into one picture", segment)
    }
    let size = scene.target.size
    if video.codedSize != size {
      throw obstacle(
        .sizeDiffers, "\(media) is \(video.codedSize), the movie \(size)", segment,
        advice: size == canvas.size
          ? "write `canvas: { size: \(video.codedSize) }` if most sources have that size" : nil)
    }
  }

  /// Throws if the document says otherwise of the colours than the file itself, as its packets would in the movie.
  private func checkReading(_ video: VideoFacts, of media: MediaReference, _ segment: VideoSegment) throws(Obstacle) {
    guard media.reading != .asWritten, let own = context.catalog.facts(for: media.file)?.video else { return }
    if own.color.contradicts(video.color) {
      throw obstacle(.colorDiffers, "\(media) says something else of its colours than the document", segment)
    }
  }

  private func check(
    _ settings: VideoSettings?, _ video: VideoFacts, of media: MediaReference, _ segment: VideoSegment
  ) throws(Obstacle) {
    guard let settings else { return }
    if settings.bitRate != nil || context.composition.output.fileLengthLimit != nil {
      throw Obstacle(
        reason: EncodeReason(
          .sizeLimited, "the export has to come to a certain size", advice: "write `crf` instead",
          origin: context.composition.output.origin))
    }
    guard let codec, video.codec == codec else {
      throw obstacle(
        .codecDiffers, "\(media) is \(video.codec), the export \(codec ?? settings.encoder)", segment,
        advice: "write `export: { video: { codec: \(video.codec) } }` to keep the source's codec")
    }
    if video.hasSeveralHeaders == true {
      throw obstacle(.headersDiffer, "parts of \(media) have headers of their own", segment)
    }
    if video.pixelFormat != settings.pixelFormat {
      throw obstacle(
        .pixelFormatDiffers, "\(media) is \(video.pixelFormat), the export \(settings.pixelFormat)", segment,
        advice: "write `pixel-format: \(video.pixelFormat)` under `export`")
    }
    let canvas = context.composition.canvas.color
    if !video.color.means(canvas.facts, pixelFormat: video.pixelFormat, height: video.codedSize.height) {
      throw obstacle(.colorDiffers, "the colours of \(media) are not \(canvas.inWords) in limited range", segment)
    }
    if let demand = settings.demand(unmetBy: video) {
      throw obstacle(
        .profileDiffers, "\(media) is coded in \(demand.own), the export asks for \(demand.wanted)", segment,
        advice: "leave `\(demand.key)` out of the export's options")
    }
  }

  // MARK: Words

  private func obstacle(
    _ page: DiagnosticPage, _ message: String, _ segment: VideoSegment, advice: String? = nil
  ) -> Obstacle {
    Obstacle(reason: EncodeReason(page, message, advice: advice, origin: segment.origin))
  }

  private func name(of segment: VideoSegment) -> String { segment.media?.path ?? "a colour" }
}

extension ShotLayer {
  /// What it shows, in a word or two.
  fileprivate var names: String {
    switch self {
    case .segment(let segment, _, _): segment.media?.path ?? "a colour"
    case .mix(let first, let second, _, _, _): "\(first?.names ?? "nothing") and \(second?.names ?? "nothing")"
    case .matted(let content, _, _, _): content.names
    case .title: "a title"
    }
  }

  /// Where a mixture is written: with the picture that comes in, or what else there is.
  fileprivate var mixtureOrigin: Origin? {
    guard case .mix(_, let second, _, _, _) = self, let place = second?.segments.first?.origin[.transition] else {
      return segments.first?.origin
    }
    return Origin(place)
  }
}

extension VideoFacts {
  /// The level as people write it, such as 5.1; nil where it is not known.
  fileprivate var levelNumber: Double? {
    guard let level else { return nil }
    return switch codec {
    case "h264": Double(level) / 10
    case "hevc": Double(level) / 30
    case "av1": Double(2 + level / 4) + Double(level % 4) / 10
    default: nil
    }
  }
}

extension ColorFacts {
  /// True where a picture's numbers mean the same as with `other`; what is not said is taken for what is likely.
  fileprivate func means(_ other: ColorFacts, pixelFormat: String, height: Int) -> Bool {
    matches(other, pixelFormat: pixelFormat, height: height) && (primaries ?? other.primaries) == other.primaries
      && (transfer ?? other.transfer) == other.transfer
  }
}

extension VideoSettings {
  /// A profile or level among the encoder's options that a source goes beyond.
  fileprivate func demand(unmetBy video: VideoFacts) -> (key: String, own: String, wanted: String)? {
    if let wanted = options["profile"], let own = video.profile, let most = VideoSettings.rank(wanted),
      let rank = VideoSettings.rank(own), rank > most
    {
      return ("profile", own, wanted)
    }
    if let (key, wanted) = writtenLevel, let most = Double(wanted), let own = video.levelNumber,
      // Those who write an option count in tenths or write a point.
      own > (most >= 10 ? most / 10 : most)
    {
      return (key, "level \(own.plain)", "level \(wanted)")
    }
    return nil
  }

  /// The level that the encoder's options ask for, or a list of parameters among them, and what it is called there.
  private var writtenLevel: (key: String, level: String)? {
    if let level = options["level"] { return ("level", level) }
    for (option, list) in options.sorted(by: { $0.key < $1.key }) where VideoSettings.listsWithLevel.contains(option) {
      let parameters = list.split { $0 == ":" || $0 == "," }.map { $0.split(separator: "=", maxSplits: 1) }
      // The last one holds.
      let last = parameters.last { $0.count == 2 && ["level", "level-idc", "level_idc"].contains($0[0]) }
      if let last { return (String(last[0]), String(last[1])) }
    }
    return nil
  }

  private static let listsWithLevel: Set<String> = ["x264-params", "x264opts", "x265-params", "svtav1-params"]

  /// The profiles of H.264 by what a decoder has to be able to do.
  private static func rank(_ profile: String) -> Int? {
    let name = profile.lowercased()
    return ["baseline", "main", "high"].firstIndex { name.hasSuffix($0) }
  }
}
