package import TimelineModel

extension Composition {
  /// The programme in full, as a document with the same meaning: every default written out, tracks of one kind,
  /// instructions in place of transitions.
  package var expanded: String {
    let names = TrackNames(self)
    var entries: [(String, YAMLValue)] = [("timeline", .word("\(TimelineDocument.currentVersion)"))]
    if !metadata.isEmpty {
      entries.append(("metadata", .mapping(metadata.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })))
    }
    entries.append(("canvas", canvasValue))
    if end != naturalEnd { entries.append(("duration", .time(end.seconds))) }
    entries.append(("tracks", .list(videoTracks.map(value) + audioTracks.map { value($0, names) })))
    if !videoTracks.isEmpty { entries.append(("instructions", .list(instructions.map(value)))) }
    entries += self.effects(effects, clock: .zero)
    entries += mixSection
    if !titles.isEmpty { entries.append(("titles", .list(titles.map(value)))) }
    if !chapters.isEmpty { entries.append(("chapters", .list(chapters.map(value)))) }
    entries.append(("export", outputValue))
    return YAMLValue.mapping(entries).lines.joined(separator: "\n") + "\n"
  }

  /// Where the programme would end if nothing was written about it.
  private var naturalEnd: TimelineTime {
    let pictures = videoTracks.filter { $0.segments.contains { !$0.isGap } }.compactMap(\.segments.last?.range.end)
    return (pictures.isEmpty ? audioTracks.compactMap(\.segments.last?.range.end) : pictures).max() ?? .zero
  }

  private var canvasValue: YAMLValue {
    .inline(
      [
        ("size", .word("\(canvas.size)")), ("rate", .word("\(canvas.rate)")),
        ("background", .text("\(canvas.background)")),
        ("sample-rate", .word("\(canvas.sampleRate)")), ("channels", .word("\(canvas.channels)")),
      ] + (canvas.color == .bt709 ? [] : [("color-space", .word(canvas.color.rawValue))])
        + (canvas.start == .zero ? [] : [("start", .time(canvas.start))]))
  }

  private var outputValue: YAMLValue {
    var entries: [(String, YAMLValue)] = [
      ("preset", .word(output.preset)), ("container", .word(output.container.rawValue)),
    ]
    if let video = output.video {
      var fields: [(String, YAMLValue)] = [("codec", .word(video.encoder)), ("pixel-format", .word(video.pixelFormat))]
      if let size = video.maximumSize { fields.append(("size", .word("\(size)"))) }
      if let bitRate = video.bitRate { fields.append(("bitrate", .word("\(bitRate)"))) }
      fields.append(("options", options(video.options)))
      entries.append(("video", .mapping(fields)))
    } else {
      entries.append(("video", .word("false")))
    }
    if let audio = output.audio {
      var fields: [(String, YAMLValue)] = [("codec", .word(audio.encoder))]
      if let bitRate = audio.bitRate, output.audioRateIsWritten { fields.append(("bitrate", .word("\(bitRate)"))) }
      if !audio.options.isEmpty { fields.append(("options", options(audio.options))) }
      entries.append(("audio", .mapping(fields)))
    } else {
      entries.append(("audio", .word("false")))
    }
    if let limit = output.fileLengthLimit { entries.append(("file-length-limit", .word("\(limit)"))) }
    return .mapping(entries)
  }

  private func options(_ table: [String: String]) -> YAMLValue {
    .inline(table.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })
  }

  // MARK: Tracks

  private func value(_ track: VideoTrack) -> YAMLValue {
    var entries: [(String, YAMLValue)] = [("id", .name(track.id.name)), ("kind", .word("video"))]
    entries += effects(track.effects, clock: .zero)
    entries += curve("opacity", track.opacity, default: 1, clock: .zero) { .number($0) }
    // A lane of a track with transitions may be shorter than the track, and a fade runs over the whole of it.
    let segments = track.segments.map(value)
    entries += fade(track.fade)
    entries += matte(track.matte)
    entries.append(("segments", .list(segments)))
    return .mapping(entries)
  }

  private func matte(_ matte: Matte?) -> [(String, YAMLValue)] {
    guard let matte else { return [] }
    var entries: [(String, YAMLValue)]
    switch matte.content {
    case .track(let id): entries = [("track", .name(id.name))]
    case .still(let media, let fit): entries = [("image", .text(media.path)), ("fit", .word(fit.rawValue))]
    }
    entries.append(("channel", .word(matte.channel.rawValue)))
    if matte.isInverted { entries.append(("invert", .word("true"))) }
    return [("matte", .inline(entries))]
  }

  private func value(_ track: AudioTrack, _ names: TrackNames) -> YAMLValue {
    var entries: [(String, YAMLValue)] = [("id", .name(soundName(of: track.id, names))), ("kind", .word("audio"))]
    if let language = track.language { entries.append(("language", .word("\(language)"))) }
    entries += curve("volume", track.volume, default: 1, clock: .zero) { .number($0) }
    entries += sound(track.effects)
    if !track.ducks.isEmpty { entries.append(("duck", .list(track.ducks.map { value($0, names) }))) }
    entries += fade(track.fade)
    entries.append(("segments", .list(track.segments.map(value))))
    return .mapping(entries)
  }

  /// A track's own name, unless its picture has that.
  private func soundName(of track: TrackID, _ names: TrackNames) -> String {
    guard names.pictures.contains(track.name) else { return track.name }
    var (name, number) = ("\(track.name)-sound", 2)
    while names.all.contains(name) {
      name = "\(track.name)-sound-\(number)"
      number += 1
    }
    return name
  }

  private func value(_ duck: Duck, _ names: TrackNames) -> YAMLValue {
    var entries: [(String, YAMLValue)] = [("under", .name(soundName(of: duck.under, names)))]
    if case .level(let threshold) = duck.trigger {
      entries += [("by", .word("level")), ("threshold", .number(threshold))]
    }
    return .inline(
      entries + [("to", .number(duck.level)), ("attack", .time(duck.attack)), ("release", .time(duck.release))])
  }

  private func value(_ segment: VideoSegment) -> YAMLValue {
    var entries: [(String, YAMLValue)]
    switch segment.content {
    case .gap: return .inline([("gap", .time(segment.range.duration))])
    case .color(let color):
      entries = [("clip", .inline([("color", .text("\(color)"))])), ("duration", .time(segment.range.duration))]
    case .still(let media):
      entries = [("clip", clip("image", media)), ("duration", .time(segment.range.duration))]
    case .movie(let media, let mapping): entries = moving(media, mapping)
    }
    if segment.sampling != .nearest { entries.append(("frames", .word(segment.sampling.rawValue))) }
    let clock = segment.range.start.seconds
    entries += fade(segment.fade)
    entries += effects(segment.effects, clock: clock)
    entries += placement(segment.placement, clock)
    if segment.blend != .normal { entries.append(("blend", .word(segment.blend.rawValue))) }
    entries += curve("opacity", segment.opacity, default: 1, clock: clock) { .number($0) }
    entries += matte(segment.matte)
    return .mapping(entries)
  }

  private func value(_ segment: AudioSegment) -> YAMLValue {
    guard case .sound(let media, let mapping) = segment.content else {
      return .inline([("gap", .time(segment.range.duration))])
    }
    var entries = moving(media, mapping)
    entries += sound(segment.effects)
    if segment.pitch != .keep { entries.append(("pitch", .word(segment.pitch.rawValue))) }
    if let crossfade = segment.crossfadeIn {
      let shape: [(String, YAMLValue)] =
        switch crossfade.shape {
        case .linear: []
        case .equalPower: [("curve", .word("equal-power"))]
        case .sum: [("sound", .word("sum"))]
        }
      entries.append(("transition", .inline([("dissolve", .time(crossfade.duration))] + shape)))
    }
    entries += fade(segment.fade)
    entries += curve("volume", segment.volume, default: 1, clock: segment.range.start.seconds) { .number($0) }
    return .mapping(entries)
  }

  func clip(_ key: String, _ media: MediaReference) -> YAMLValue {
    if let parameters = media.parameters {
      let values = parameters.sorted { $0.key < $1.key }.map { ($0.key, YAMLValue.text($0.value)) }
      return .inline([("timeline", .text(media.path))] + (values.isEmpty ? [] : [("with", .inline(values))]))
    }
    let file: [(String, YAMLValue)] =
      media.imageRate.map { [("images", .text(media.path)), ("rate", .word("\($0)"))] } ?? [(key, .text(media.path))]
    return .inline(file + media.reading.keys.map { ($0.key, .word($0.value)) })
  }

  private func moving(_ media: MediaReference, _ mapping: TimeMapping) -> [(String, YAMLValue)] {
    let clip = ("clip", clip("file", media))
    if mapping.isFrozen {
      return [clip, ("freeze", .time(mapping.source.start.seconds)), ("duration", .time(mapping.target.duration))]
    }
    var entries = [clip, ("source", .range(mapping.source.start.seconds, mapping.source.end.seconds))]
    if mapping.isReversed { entries.append(("reverse", .word("true"))) }
    let duration = ("duration", YAMLValue.time(mapping.target.duration))
    switch mapping.course {
    case .steady: if mapping.source.duration != mapping.target.duration { entries.append(duration) }
    case .looped:
      let speed = mapping.stretches[0].speed
      entries += [("loop", .word("true")), duration] + (speed == .one ? [] : [("speed", .word("\(speed)"))])
    case .paced(let paces): entries += [("speed", .list(paces.map(value))), duration]
    }
    return entries
  }

  private func value(_ pace: TimeMapping.Pace) -> YAMLValue {
    guard pace.speed != pace.endSpeed else {
      return .inline([("at", .time(pace.start)), ("set", .word("\(pace.speed)"))])
    }
    return .inline([
      ("over", .range(pace.start, pace.start + pace.duration)), ("from", .word("\(pace.speed)")),
      ("to", .word("\(pace.endSpeed)")),
    ])
  }

  private func placement(_ placement: Placement, _ clock: Rational) -> [(String, YAMLValue)] {
    var entries: [(String, YAMLValue)] = [("fit", .word(placement.fit.rawValue))]
    entries += curve("crop", placement.crop, default: .unit, clock: clock) {
      .percents([$0.x, $0.y, $0.width, $0.height])
    }
    if placement.anchor != Point(x: 0.5, y: 0.5) {
      entries.append(("anchor", .numbers([placement.anchor.x, placement.anchor.y])))
    }
    entries += curve("scale", placement.scale, default: Point(x: 1, y: 1), clock: clock) { .numbers([$0.x, $0.y]) }
    entries += curve("rotate", placement.rotation, default: 0, clock: clock) { .number($0) }
    if let position = placement.position {
      entries += curve("position", position, default: nil, clock: clock) { .numbers([$0.x, $0.y]) }
    }
    if let matrix = placement.matrix { entries += curve("matrix", matrix, default: nil, clock: clock) { .matrix($0) } }
    return entries
  }

  // MARK: Instructions

  private func value(_ instruction: Instruction) -> YAMLValue {
    var entries: [(String, YAMLValue)] = [
      ("over", .range(instruction.range.start.seconds, instruction.range.end.seconds))
    ]
    entries.append(("layers", .list(instruction.layers.map { value($0, from: instruction.range.start.seconds) })))
    if !instruction.showsTitles { entries.append(("titles", .word("false"))) }
    return .mapping(entries)
  }

  private func value(_ layer: Layer, from start: Rational) -> YAMLValue {
    var entries: [(String, YAMLValue)] = []
    switch layer.content {
    case .track(let id): entries.append(("track", .name(id.name)))
    case .mix(let first, let second, let amount, let mixture):
      entries.append(("mix", .list([value(first, from: start), value(second, from: start)])))
      entries += curve("amount", amount, default: nil, clock: .zero, start: start) { .number($0) }
      entries += value(mixture)
    }
    entries += curve("opacity", layer.opacity, default: 1, clock: .zero, start: start) { .number($0) }
    if let crop = layer.crop {
      entries += curve("crop", crop, default: nil, clock: .zero, start: start) {
        .numbers([$0.x, $0.y, $0.width, $0.height])
      }
    }
    entries += matte(layer.matte)
    entries += value(layer.transform, from: start)
    if let blend = layer.blend { entries.append(("blend", .word(blend.rawValue))) }
    if entries.count == 1, case .track(let id) = layer.content { return .name(id.name) }
    return .mapping(entries)
  }

  private func value(_ mixture: Mixture) -> [(String, YAMLValue)] {
    switch mixture {
    case .even: []
    case .wipe(let wipe):
      [("wipe", .word(wipe.shape.name))] + (wipe.softness == 0 ? [] : [("soft", .number(wipe.softness))])
    case .through(let color): [("through", .text("\(color)"))]
    case .xfade(let kind): [("xfade", .word(kind))]
    }
  }

  private func value(_ transform: CanvasTransform, from start: Rational) -> [(String, YAMLValue)] {
    if let matrix = transform.matrix {
      return curve("matrix", matrix, default: nil, clock: .zero, start: start) { .matrix($0) }
    }
    guard transform != CanvasTransform(anchor: transform.anchor) else { return [] }
    var entries: [(String, YAMLValue)] = [
      (
        "anchor",
        .numbers([transform.anchor.x / Double(canvas.size.width), transform.anchor.y / Double(canvas.size.height)])
      )
    ]
    entries += curve("scale", transform.scale, default: Point(x: 1, y: 1), clock: .zero, start: start) {
      .numbers([$0.x, $0.y])
    }
    entries += curve("rotate", transform.rotation, default: 0, clock: .zero, start: start) { .number($0) }
    if let position = transform.position {
      entries += curve("position", position, default: nil, clock: .zero, start: start) { .numbers([$0.x, $0.y]) }
    }
    return entries
  }

  // MARK: Effects

  private func effects(_ effects: [Effect], clock: Rational) -> [(String, YAMLValue)] {
    effects.isEmpty ? [] : [("effects", .list(effects.map { value($0, clock: clock) }))]
  }

  func value(_ call: FilterCall) -> YAMLValue {
    let options = call.options.map { ($0.key, YAMLValue.text($0.value)) }
    return .inline([("name", .text(call.name))] + (options.isEmpty ? [] : [("options", .inline(options))]))
  }

  private func value(_ effect: Effect, clock: Rational) -> YAMLValue {
    var entries: [(String, YAMLValue)] =
      switch effect.subject {
      case .none: []
      case .color(let color): [(effect.kind.rawValue, .text("\(color)"))]
      case .file(let file): [(effect.kind.rawValue, .text(file.path))]
      case .fields(let order): [(effect.kind.rawValue, .word(order.rawValue))]
      case .filter(let call, _):
        [(effect.kind.rawValue, value(call))]
      }
    for parameter in effect.kind.parameters {
      entries += curve(parameter.name, effect.numbers[parameter.name]!, default: nil, clock: clock) { .number($0) }
    }
    return .mapping(entries)
  }

  // MARK: Values in time

  func fade(_ fade: Fade) -> [(String, YAMLValue)] {
    guard fade != .none else { return [] }
    let sides = [("in", fade.in), ("out", fade.out)].filter { $0.1 > .zero }
    return [("fade", .inline(sides.map { ($0.0, .time($0.1)) }))]
  }

  /// A curve as it is written: nothing where it is the default, a constant, or a base and its ramps and steps.
  /// `clock` is the timeline time that the curve's owner calls 0; `start` is where the owner begins, if elsewhere.
  func curve<Value>(
    _ name: String, _ curve: Curve<Value>, default standard: Value?, clock: Rational, start: Rational? = nil,
    _ write: (Value) -> YAMLValue
  ) -> [(String, YAMLValue)] {
    if curve.isConstant { return curve.base == standard ? [] : [(name, write(curve.base))] }
    var items: [YAMLValue] = []
    let start = start ?? clock
    if let first = curve.pieces.first, first.range.start.seconds > start, curve.base != standard {
      items.append(.inline([("at", .time(start - clock)), ("set", write(curve.base))]))
    }
    for piece in curve.pieces {
      let start = piece.range.start.seconds - clock
      let end = piece.cycle.map { start + $0.duration } ?? piece.range.end.seconds - clock
      guard !piece.range.isEmpty else {
        items.append(.inline([("at", .time(start)), ("set", write(piece.to))]))
        continue
      }
      var entries: [(String, YAMLValue)] = [
        ("over", .range(start, end)), ("from", write(piece.from)), ("to", write(piece.to)),
      ]
      if piece.ease != .linear { entries.append(("ease", .word("\(piece.ease)"))) }
      if let cycle = piece.cycle { entries += value(cycle, over: piece.range) }
      if piece.after == .reset { entries.append(("after", .word("reset"))) }
      items.append(.inline(entries))
    }
    return [(name, .list(items))]
  }

  private func value(_ cycle: RampCycle, over range: TimelineRange) -> [(String, YAMLValue)] {
    let count = range.duration / cycle.whole
    return [("repeat", .word(count.isWhole ? "\(count)" : "true"))]
      + (cycle.returns ? [("autoreverse", .word("true"))] : [])
  }
}

extension YAMLValue {
  static func time(_ seconds: Rational) -> YAMLValue { .word("\(seconds.decimal ?? seconds.description)s") }
  static func range(_ start: Rational, _ end: Rational) -> YAMLValue {
    .word("\(start.decimal ?? start.description)s..\(end.decimal ?? end.description)s")
  }
  static func numbers(_ values: [Double]) -> YAMLValue { .list(values.map { .number($0) }) }
  /// Fractions as percents.
  static func percents(_ values: [Double]) -> YAMLValue { .list(values.map { .word($0.percent) }) }
  static func matrix(_ value: AffineTransform) -> YAMLValue {
    .numbers([value.a, value.b, value.c, value.d, value.tx, value.ty])
  }
}

/// What tracks are called, made once for all of them.
private struct TrackNames {
  let pictures: Set<String>
  let all: Set<String>

  init(_ composition: Composition) {
    pictures = Set(composition.videoTracks.map(\.id.name))
    all = pictures.union(composition.audioTracks.map(\.id.name))
  }
}
