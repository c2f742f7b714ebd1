import Diagnostics
import TimelineModel

/// Writes the instructions that tracks and their transitions stand for.
///
/// The timeline is divided wherever a track begins or stops to show something, and where a transition begins or ends;
/// a cut from one segment to the next needs no new instruction, because a layer names the track.
struct InstructionGenerator {
  /// Those with a picture, front to back.
  let tracks: [LaidTrack]
  /// What cuts whole tracks out.
  let mattes: [TrackID: Matte]
  let canvas: Canvas
  let end: TimelineTime

  /// How many layers all instructions may have together: where everything overlaps, they would be as many as the square of
  /// the tracks.
  static let mostLayers = 1_000_000

  /// Nil where there would be too many.
  func instructions() -> [Instruction]? {
    let sources = tracks.map { TrackPictures($0, mattes[$0.id], canvas: canvas) }
    let inner = sources.flatMap(\.edges).filter { TimelineTime.zero < $0 && $0 < end }
    let edges = Array(Set([.zero, end] + inner)).sorted()
    var shown = ShownTracks(sources)
    var count = 0
    var instructions: [Instruction] = []
    for (start, end) in zip(edges, edges.dropFirst()) {
      let range = TimelineRange(start, end)
      shown.advance(to: start)
      count += shown.numbers.count
      guard count <= InstructionGenerator.mostLayers else { return nil }
      instructions.append(Instruction(range: range, layers: shown.numbers.flatMap { sources[$0].layers(over: range) }))
    }
    return instructions
  }
}

/// Which tracks show something as time goes on, so that not every one of many has to be asked at every edge.
private struct ShownTracks {
  private let starts: [(time: TimelineTime, track: Int)]
  private var next = 0
  /// Those that show something now, front to back.
  private(set) var numbers: [Int] = []
  /// Until when each shows what it shows now.
  private var ends: [Int: TimelineTime] = [:]

  init(_ tracks: [TrackPictures]) {
    starts = tracks.enumerated().flatMap { index, track in track.ranges.map { ($0.start, index) } }
      .sorted { ($0.time, $0.track) < ($1.time, $1.track) }
    self.tracks = tracks
  }

  private let tracks: [TrackPictures]

  mutating func advance(to time: TimelineTime) {
    numbers.removeAll { track in
      guard let end = ends[track], end <= time else { return false }
      ends[track] = tracks[track].end(at: time)
      return ends[track] == nil
    }
    while next < starts.count, starts[next].time <= time {
      let track = starts[next].track
      next += 1
      guard let end = tracks[track].end(at: time) else { continue }
      if ends.updateValue(end, forKey: track) == nil { numbers.insert(track, at: place(of: track)) }
    }
  }

  private func place(of track: Int) -> Int { numbers.leadingCount { $0 < track } }
}

/// When a track shows something, and how.
private struct TrackPictures {
  private struct Stretch {
    var range: TimelineRange
    var layers: [Layer]
  }

  /// In order, not overlapping.
  private var stretches: [Stretch] = []
  var edges: [TimelineTime] { stretches.flatMap { [$0.range.start, $0.range.end] } }

  init(_ track: LaidTrack, _ matte: Matte?, canvas: Canvas) {
    addStretches(of: track, canvas)
    for stretch in stretches.indices {
      for layer in stretches[stretch].layers.indices { stretches[stretch].layers[layer].matte = matte }
    }
  }

  private mutating func addStretches(of track: LaidTrack, _ canvas: Canvas) {
    guard track.hasTransitions else {
      add(contiguous: track.segments.compactMap { $0.isUnseen ? nil : $0.range }, of: track.id)
      return
    }
    let names = track.lanes
    var lane = 0
    for (index, segment) in track.segments.enumerated() {
      let next = index + 1 < track.segments.count ? track.segments[index + 1].transition : nil
      if let transition = segment.transition {
        let over = TimelineRange(start: segment.seen.start, duration: transition.duration)
        stretches.append(
          Stretch(range: over, layers: transition.layers(from: names[lane], to: names[1 - lane], over: over, canvas)))
        lane = 1 - lane
      }
      let alone = TimelineRange(
        segment.seen.start + (segment.transition?.duration ?? .zero), segment.seen.end - (next?.duration ?? .zero))
      if !alone.isEmpty { add(contiguous: [alone], of: names[lane]) }
    }
  }

  /// Neighbours that follow without a gap are one stretch.
  private mutating func add(contiguous ranges: [TimelineRange], of id: TrackID) {
    let layers = [Layer(content: .track(id))]
    for range in ranges {
      if let last = stretches.last, last.range.end == range.start, last.layers == layers {
        stretches[stretches.count - 1].range.end = range.end
      } else {
        stretches.append(Stretch(range: range, layers: layers))
      }
    }
  }

  var ranges: [TimelineRange] { stretches.map(\.range) }

  /// When what shows at a time stops to show; nil where nothing does.
  func end(at time: TimelineTime) -> TimelineTime? {
    let index = index(at: time)
    return index < stretches.count && stretches[index].range.start <= time ? stretches[index].range.end : nil
  }

  /// The first stretch that ends after a time.
  private func index(at time: TimelineTime) -> Int { stretches.leadingCount { $0.range.end <= time } }

  func layers(over range: TimelineRange) -> [Layer] {
    let low = index(at: range.start)
    guard low < stretches.count, stretches[low].range.overlaps(range) else { return [] }
    return stretches[low].range == range
      ? stretches[low].layers : stretches[low].layers.map { $0.cut(to: range, of: stretches[low].range) }
  }
}

extension Layer {
  /// The part of a transition's layer that plays in `range`.
  fileprivate func cut(to range: TimelineRange, of whole: TimelineRange) -> Layer {
    var layer = self
    if case .mix(let first, let second, let amount, let mixture) = content {
      layer.content = .mix(
        first.cut(to: range, of: whole), second.cut(to: range, of: whole), amount: amount.cut(to: range, of: whole),
        by: mixture)
    }
    layer.transform.scale = transform.scale.cut(to: range, of: whole)
    layer.transform.matrix = transform.matrix?.cut(to: range, of: whole)
    return layer
  }
}

extension LaidTransition {
  /// What shows during the transition, front to back.
  fileprivate func layers(from: TrackID, to: TrackID, over range: TimelineRange, _ canvas: Canvas) -> [Layer] {
    func ramp<Value: Interpolatable>(_ a: Value, _ b: Value) -> Curve<Value> {
      Curve(a, pieces: [CurvePiece(range, from: a, to: b)])
    }
    func mix(_ first: Layer, _ second: Layer, by mixture: Mixture = .even) -> [Layer] {
      [Layer(content: .mix(first, second, amount: ramp(0, 1), by: mixture), origin: origin)]
    }
    let (width, height) = (Double(canvas.size.width), Double(canvas.size.height))
    let (outgoing, incoming) = (Layer(content: .track(from)), Layer(content: .track(to)))
    /// The whole canvas on its way.
    func moving(_ layer: Layer, _ matrix: Curve<AffineTransform>) -> Layer {
      Layer(
        content: layer.content, transform: CanvasTransform(matrix: matrix),
        crop: Curve(Rect(x: 0, y: 0, width: width, height: height)), origin: origin)
    }
    func coming(from direction: TransitionItem.Direction) -> Layer {
      let away = direction.step(width, height)
      return moving(incoming, ramp(.translation(-away.x, -away.y), .identity))
    }
    func going(to direction: TransitionItem.Direction) -> Layer {
      let away = direction.step(width, height)
      return moving(outgoing, ramp(.identity, .translation(away.x, away.y)))
    }
    switch kind {
    case .dissolve: return mix(outgoing, incoming)
    case .wipe(let wipe): return mix(outgoing, incoming, by: .wipe(wipe))
    case .xfade(let kind): return mix(outgoing, incoming, by: .xfade(kind.value))
    case .fade(let color): return mix(outgoing, incoming, by: .through(color))
    case .push(let direction): return [coming(from: direction), going(to: direction)]
    case .slide(let direction): return [coming(from: direction), outgoing]
    case .reveal(let direction): return [going(to: direction), incoming]
    case .zoom:
      func scaled(_ layer: Layer, _ from: Double, _ to: Double) -> Layer {
        let scale = ramp(Point(x: from, y: from), Point(x: to, y: to))
        let transform = CanvasTransform(anchor: Point(x: width / 2, y: height / 2), scale: scale)
        return Layer(content: layer.content, transform: transform, origin: origin)
      }
      return mix(scaled(outgoing, 1, 2), scaled(incoming, 2, 1))
    }
  }
}

extension TransitionItem.Direction {
  /// One canvas in this direction.
  fileprivate func step(_ width: Double, _ height: Double) -> Point {
    switch self {
    case .left: Point(x: -width, y: 0)
    case .right: Point(x: width, y: 0)
    case .up: Point(x: 0, y: -height)
    case .down: Point(x: 0, y: height)
    }
  }
}
