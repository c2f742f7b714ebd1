import Diagnostics
import TimelineModel

/// Cuts the programme wherever something may begin or cease to be seen, and binds each piece to what is.
struct ShotFinder {
  let composition: Composition
  let tracks: [TrackID: VideoTrack]
  let scene: Scene
  let titles: [TitleSweep.Title]
  /// The numbers of the tracks in the document's order.
  private let ranks: [TrackID: Int]

  init(_ scene: Scene) {
    self.scene = scene
    composition = scene.composition
    tracks = Dictionary(composition.videoTracks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    ranks = Dictionary(composition.videoTracks.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
    titles = composition.titles.enumerated().map { ($0.offset, $0.element.range) }
      .sorted { ($0.range.start, $0.index) < ($1.range.start, $1.index) }
  }

  func shots() -> [Shot] {
    let rate = composition.canvas.rate
    let total = 0..<composition.frameCount
    var shots: [Shot] = []
    var covered: Int64 = 0
    var sweep = TitleSweep(titles)
    func append(_ shot: Shot) {
      covered = shot.frames.upperBound
      shots.append(shot)
    }
    func appendBackground(to end: Int64) {
      if covered < end { append(Shot(frames: covered..<end, layers: [])) }
    }
    for instruction in composition.instructions {
      let frames = rate.frames(in: instruction.range).clamped(to: max(covered, 0)..<max(covered, total.upperBound))
      guard !frames.isEmpty else { continue }
      appendBackground(to: frames.lowerBound)
      let titles = instruction.showsTitles ? sweep.titles(in: instruction.range) : []
      for piece in pieces(of: instruction, frames: frames, titles) { append(piece) }
    }
    appendBackground(to: total.upperBound)
    return shots
  }

  private func pieces(of instruction: Instruction, frames: Range<Int64>, _ titles: [TitleSweep.Title]) -> [Shot] {
    let rate = composition.canvas.rate
    let range = instruction.range
    var cuts: Set<Int64> = [frames.lowerBound, frames.upperBound]
    func cut(at time: TimelineTime) {
      guard range.contains(time), let frame = rate.firstFrame(from: time.seconds) else { return }
      if frames.contains(frame) { cuts.insert(frame) }
    }
    for layer in instruction.layers { edges(of: layer, in: range).forEach(cut) }
    for title in titles {
      let title = composition.titles[title.index]
      ([title.range.start, title.range.end] + title.layer.opacity.edges).forEach(cut)
    }
    let ordered = cuts.sorted()
    let areHidden = titles.contains { !composition.titles[$0.index].behind.isEmpty }
    let depths = LayerDepths(areHidden ? instruction.layers : [], ranks)
    var sweep = TitleSweep(titles)
    return zip(ordered, ordered.dropFirst()).map { start, end in
      let time = TimelineTime(rate.seconds(ofFrame: start))
      let shown = sweep.titles(at: time).filter { !composition.titles[$0.index].layer.opacity.isZero(at: time) }
      return Shot(
        frames: start..<end, layers: layers(of: instruction, at: time, under: shown.map(\.index).sorted(), depths),
        origin: instruction.origin)
    }
  }

  /// What the instruction shows at `time`, with the titles in their places.
  private func layers(
    of instruction: Instruction, at time: TimelineTime, under titles: [Int], _ depths: LayerDepths
  ) -> [ShotLayer] {
    let byDepth = Dictionary(grouping: titles) { depths.depth(behind: composition.titles[$0].behind) }
    func standing(at depth: Int?) -> [ShotLayer] { (byDepth[depth] ?? []).map(ShotLayer.title) }
    return standing(at: nil)
      + (0...instruction.layers.count).flatMap { depth -> [ShotLayer] in
        let layer = depth < instruction.layers.count ? bind(instruction.layers[depth], at: time) : nil
        return standing(at: depth) + [layer].compactMap(\.self)
      }
  }

  /// Every time in `range` at which the layer may come to look different in kind.
  private func edges(of layer: Layer, in range: TimelineRange) -> [TimelineTime] {
    let matte = layer.matte?.trackID.map { edges(ofContentOf: Layer(content: .track($0)), in: range) }
    return edges(ofContentOf: layer, in: range) + (matte ?? [])
  }

  private func edges(ofContentOf layer: Layer, in range: TimelineRange) -> [TimelineTime] {
    switch layer.content {
    case .mix(let first, let second, let amount, _):
      return layer.edges + amount.edges + edges(of: first, in: range) + edges(of: second, in: range)
    case .track(let id):
      guard let track = tracks[id] else { return layer.edges }
      let segments = track.segments(in: range).flatMap { segment -> [TimelineTime] in
        let seen = scene.presence(of: segment)
        return [segment.range.start, segment.range.end, seen.start, seen.end] + segment.opacity.edges
          + segment.fade.edges(in: segment.range) + segment.placement.edges + segment.joints
      }
      // Many segments may name one matte.
      let mattes = Set(([track.matte] + track.segments(in: range).map(\.matte)).compactMap { $0?.trackID })
      return layer.edges + track.opacity.edges + track.fade.edges(in: track.range) + segments
        + mattes.flatMap { edges(ofContentOf: Layer(content: .track($0)), in: range) }
    }
  }

  /// The layer with the segments that it shows at `time`; nil where it shows nothing until its next edge.
  private func bind(_ layer: Layer, at time: TimelineTime) -> ShotLayer? {
    let bound = bindContent(of: layer, at: time)
    guard let matte = layer.matte else { return bound }
    return bound.flatMap { cut($0, by: matte, Layer(content: layer.content), at: time) }
  }

  /// A layer that a matte cuts out, `layer` saying what is done to both.
  private func cut(_ content: ShotLayer, by matte: Matte, _ layer: Layer, at time: TimelineTime) -> ShotLayer? {
    let picture: ShotLayer?
    switch matte.content {
    case .track(let id): picture = bindContent(of: Layer(content: .track(id)), at: time)
    case .still(let media, let fit):
      let segment = VideoSegment(
        content: .still(media), range: composition.range, placement: Placement(fit: fit), origin: matte.origin)
      let track = VideoTrack(id: TrackID(media.path), segments: [segment])
      picture = .segment(segment, of: TrackLook(track), Layer(content: .track(track.id)))
    }
    if picture == nil, !matte.isInverted { return nil }
    return .matted(content, by: picture, matte, layer)
  }

  private func bindContent(of layer: Layer, at time: TimelineTime) -> ShotLayer? {
    guard !layer.opacity.isZero(at: time) else { return nil }
    switch layer.content {
    case .track(let id):
      guard let track = tracks[id], !track.opacity.isZero(at: time), let segment = track.segment(at: time),
        !segment.isGap, !segment.opacity.isZero(at: time), scene.presence(of: segment).contains(time)
      else { return nil }
      let mattes = [segment.matte, track.matte].compactMap(\.self)
      guard !mattes.isEmpty else { return .segment(segment, of: TrackLook(track), layer) }
      // The mattes lie on the track's own canvas, to which the layer's settings come afterwards.
      var content: ShotLayer? = .segment(segment, of: TrackLook(track), Layer(content: layer.content))
      for (index, matte) in mattes.enumerated() {
        let settings = index == mattes.count - 1 ? layer : Layer(content: layer.content)
        content = content.flatMap { cut($0, by: matte, settings, at: time) }
      }
      return content
    case .mix(let first, let second, let amount, let mixture):
      let sides = (bind(first, at: time), bind(second, at: time))
      if sides.0 == nil, sides.1 == nil, !mixture.showsByItself { return nil }
      return .mix(sides.0, sides.1, amount: amount, by: mixture, layer)
    }
  }
}

extension VideoSegment {
  /// Where its source begins again or changes its course.
  fileprivate var joints: [TimelineTime] { if case .movie(_, let mapping) = content { mapping.joints } else { [] } }
}

extension Matte {
  /// The track that it is the picture of, if it is one.
  fileprivate var trackID: TrackID? { if case .track(let id) = content { id } else { nil } }
}
