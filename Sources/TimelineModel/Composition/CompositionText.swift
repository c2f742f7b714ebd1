package import Diagnostics

extension Composition {
  /// The composition as lines a person can follow and a diff can compare. `place` gives what is written at the end of
  /// a line for what was made from a span, such as `edit.yaml:6`.
  package func text(place: @escaping (SourceSpan) -> String?) -> String {
    var writer = CompositionWriter(outline: OutlineWriter(place: place))
    writer.write(self)
    return writer.outline.text
  }
}

private struct CompositionWriter {
  var outline: OutlineWriter

  mutating func line(_ depth: Int, _ text: String, _ origin: Origin = .none) {
    outline.line(depth, text, at: origin.span)
  }

  mutating func write(_ composition: Composition) {
    let canvas = composition.canvas
    line(
      0,
      "composition \(canvas.size) \(canvas.rate) fps, \(canvas.background), \(canvas.sampleRate) Hz, \(canvas.channels) channels, \(composition.end)\(canvas.color == .bt709 ? "" : ", \(canvas.color.rawValue)")\(canvas.start == .zero ? "" : ", from \(canvas.start.inWords)")",
      canvas.origin)
    for track in composition.videoTracks { write(track) }
    for track in composition.audioTracks { write(track) }
    write(composition.mastering)
    if !composition.instructions.isEmpty { line(1, "instructions") }
    for instruction in composition.instructions { write(instruction) }
    for effect in composition.effects { write(effect, 1) }
    if !composition.titles.isEmpty { line(1, "titles") }
    for title in composition.titles { write(title) }
    if !composition.chapters.isEmpty { line(1, "chapters") }
    for chapter in composition.chapters { write(chapter) }
    write(composition.output)
    for (key, value) in composition.metadata.sorted(by: { $0.key < $1.key }) {
      line(1, "metadata \(key) \(value.debugDescription)")
    }
  }

  mutating func write(_ chapter: Chapter) {
    let place = chapter.end.map { "\(TimelineRange(chapter.at, $0))" } ?? "\(chapter.at)"
    line(2, "\(place)  \(text(of: chapter.title.map(\.debugDescription)))", chapter.origin)
    if !chapter.artwork.isEmpty { line(3, "artwork \(text(of: chapter.artwork.map(\.description)))") }
  }

  private func text(of versions: Localized<String>) -> String {
    versions.versions.map { ($0.locale.map { "\($0) " } ?? "") + $0.value }.joined(separator: ", ")
  }

  mutating func write(_ track: VideoTrack) {
    line(1, "video \(track.id)", track.origin)
    for effect in track.effects { write(effect, 2) }
    write(track.opacity, default: 1, "opacity", 2)
    write(track.fade, 2)
    write(track.matte, 2)
    for segment in track.segments {
      let content =
        switch segment.content {
        case .gap: "gap"
        case .color(let color): "color \(color)"
        case .still(let media): "still \(media)\(media.reading.inText)"
        case .movie(let media, let mapping): "\(media) \(mapping.inText)\(media.reading.inText)"
        }
      let blended = segment.sampling == .blend ? ", frames blended" : ""
      line(2, "\(segment.range)  \(content)\(blended)", segment.origin)
      guard !segment.isGap else { continue }
      for effect in segment.effects { write(effect, 3) }
      write(segment.placement)
      if segment.blend != .normal { line(3, "blend \(segment.blend.rawValue)") }
      write(segment.opacity, default: 1, "opacity", 3)
      write(segment.fade, 3)
      write(segment.matte, 3)
    }
  }

  mutating func write(_ track: AudioTrack) {
    line(1, "audio \(track.id)\(track.language.map { ", in \($0)" } ?? "")", track.origin)
    for effect in track.effects { line(2, effect.inText) }
    write(track.volume, default: 1, "volume", 2)
    for duck in track.ducks { write(duck) }
    write(track.fade, 2)
    for segment in track.segments {
      let content =
        switch segment.content {
        case .gap: "gap"
        case .sound(let media, let mapping):
          "\(media) \(mapping.inText)\(segment.pitch == .follow ? ", pitch follows" : "")"
        }
      line(2, "\(segment.range)  \(content)", segment.origin)
      for effect in segment.effects { line(3, effect.inText) }
      write(segment.volume, default: 1, "volume", 3)
      write(segment.fade, 3)
      if let crossfade = segment.crossfadeIn {
        line(3, "crossfade \(crossfade.shape.rawValue) for \(crossfade.duration.inWords)")
      }
    }
  }

  mutating func write(_ mastering: Mastering) {
    guard mastering != Mastering(origin: mastering.origin) else { return }
    line(1, "mix", mastering.origin)
    for effect in mastering.effects { line(2, effect.inText) }
    if let loudness = mastering.loudness {
      line(2, "loudness \(loudness.integrated.inText) LUFS, true peak \(loudness.truePeak.inText) dB")
    }
  }

  mutating func write(_ duck: Duck) {
    let times = "attack \(duck.attack.inWords), release \(duck.release.inWords)"
    switch duck.trigger {
    case .segments(let gain):
      line(2, "under \(duck.under), \(times)", duck.origin)
      write(gain, default: nil, "gain", 3)
    case .level(let threshold):
      line(
        2, "under \(duck.under) from \(threshold.inText) on, to \(duck.level.inText), \(times)", duck.origin)
    }
  }

  mutating func write(_ placement: Placement) {
    if placement.fit != .contain { line(3, "fit \(placement.fit.rawValue)") }
    write(placement.crop, default: .unit, "crop", 3)
    if placement.anchor != Point(x: 0.5, y: 0.5) { line(3, "anchor \(placement.anchor.inText)") }
    write(placement.scale, default: Point(x: 1, y: 1), "scale", 3)
    write(placement.rotation, default: 0, "rotate", 3)
    if let position = placement.position { write(position, default: nil, "position", 3) }
    if let matrix = placement.matrix { write(matrix, default: nil, "matrix", 3) }
  }

  mutating func write(_ effect: Effect, _ depth: Int) {
    line(depth, "effect \(effect.inText)", effect.origin)
    for parameter in effect.kind.parameters {
      write(effect.numbers[parameter.name]!, default: nil, parameter.name, depth + 1)
    }
  }

  mutating func write(_ instruction: Instruction) {
    line(
      2,
      "\(instruction.range)\(instruction.layers.isEmpty ? "  background" : "")\(instruction.showsTitles ? "" : "  without titles")",
      instruction.origin)
    for layer in instruction.layers { write(layer, 3) }
  }

  mutating func write(_ layer: Layer, _ depth: Int) {
    switch layer.content {
    case .track(let id): line(depth, "\(id)", layer.origin)
    case .mix(let first, let second, let amount, let mixture):
      line(depth, "mix\(mixture.inText)", layer.origin)
      write(amount, default: nil, "amount", depth + 1)
      write(first, depth + 1)
      write(second, depth + 1)
    }
    if let blend = layer.blend { line(depth + 1, "blend \(blend.rawValue)") }
    write(layer.opacity, default: 1, "opacity", depth + 1)
    if let crop = layer.crop { write(crop, default: nil, "crop", depth + 1) }
    write(layer.matte, depth + 1)
    let transform = layer.transform
    if let matrix = transform.matrix { return write(matrix, default: nil, "matrix", depth + 1) }
    write(transform.scale, default: Point(x: 1, y: 1), "scale", depth + 1)
    write(transform.rotation, default: 0, "rotate", depth + 1)
    if let position = transform.position { write(position, default: nil, "position", depth + 1) }
  }

  mutating func write(_ title: Title) {
    let behind = title.behind.isEmpty ? "" : "  behind \(title.behind.map(\.name).joined(separator: ", "))"
    write(title.layer, 2, before: "\(title.range)  ", after: behind, title.origin)
  }

  private mutating func write(
    _ layer: TitleLayer, _ depth: Int, before: String = "", after: String = "", _ origin: Origin
  ) {
    if case .text(let text) = layer.content {
      line(depth, before + text.string.debugDescription + after, origin)
    } else {
      line(depth, before + layer.content.kind.dropArticle + after, origin)
    }
    let depth = depth + 1
    write(layer.content, depth)
    write(layer.position, default: .middle, "position", depth)
    if layer.anchor != Point(x: 0.5, y: 0.5) { line(depth, "anchor \(layer.anchor.inText)") }
    write(layer.scale, default: Point(x: 1, y: 1), "scale", depth)
    write(layer.rotation, default: 0, "rotate", depth)
    write(layer.opacity, default: 1, "opacity", depth)
    write(layer.fade, depth)
    for child in layer.layers { write(child, depth, child.origin) }
  }

  private mutating func write(_ content: TitleLayer.Content, _ depth: Int) {
    switch content {
    case .group(let size), .picture(let size): write(size, default: .whole, "size", depth)
    case .image(let media, let size):
      line(depth, "\(media)")
      if let size { write(size, default: nil, "size", depth) }
    case .text(let text):
      write(text.style, depth)
      if let width = text.width { line(depth, "width \(width.inText)") }
      if let color = text.color { write(color, default: nil, "color", depth) }
      for run in text.runs where text.runs.count > 1 {
        line(depth, run.string.debugDescription)
        if run.style != text.style { write(run.style, depth + 1) }
      }
    case .shape(let shape):
      switch shape.figure {
      case .rectangle(let radius): if radius > 0 { line(depth, "radius \(radius.inText) px") }
      case .line(let hasRoundEnds): if hasRoundEnds { line(depth, "round ends") }
      case .ellipse: break
      }
      write(shape.size, default: nil, "size", depth)
      write(shape.color, default: nil, "color", depth)
      write(shape.outline, depth)
    }
  }

  private mutating func write(_ style: TextStyle, _ depth: Int) {
    let face = (style.isBold ? " bold" : "") + (style.isItalic ? " italic" : "")
    let fonts = style.fonts.joined(separator: " or ")
    line(depth, "font \(fonts)\(face), \(style.size.inText) px, \(style.color), \(style.align.rawValue)")
    write(style.outline, depth)
    if let shadow = style.shadow {
      line(depth, "shadow \(shadow.offset.inText) px, blur \(shadow.blur.inText) px, \(shadow.color)")
    }
    if style.letterSpacing != 0 { line(depth, "letter spacing \(style.letterSpacing.inText) px") }
    if style.lineSpacing != 1 { line(depth, "line spacing \(style.lineSpacing.inText)") }
    if let box = style.box { line(depth, "box \(box.color), padding \(box.padding.inText) px") }
  }

  private mutating func write(_ outline: Outline?, _ depth: Int) {
    if let outline { line(depth, "outline \(outline.width.inText) px, \(outline.color)") }
  }

  mutating func write(_ output: OutputSettings) {
    let limit = output.fileLengthLimit.map { ", at most \($0) bytes" } ?? ""
    line(1, "output \(output.container.rawValue), from the preset \(output.preset)\(limit)", output.origin)
    if let video = output.video {
      let size = video.maximumSize.map { " at most \($0)" } ?? ""
      let rate = video.bitRate.map { " \($0) b/s" } ?? ""
      line(2, "video \(video.encoder) \(video.pixelFormat)\(size)\(rate)\(text(of: video.options))")
    }
    if let audio = output.audio {
      line(2, "audio \(audio.encoder)\(audio.bitRate.map { " \($0) b/s" } ?? "")\(text(of: audio.options))")
    }
  }

  private func text(of options: [String: String]) -> String {
    options.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
  }

  mutating func write(_ matte: Matte?, _ depth: Int) {
    guard let matte else { return }
    let content =
      switch matte.content {
      case .track(let id): "\(id)"
      case .still(let media, let fit): "still \(media)\(fit == .contain ? "" : ", fit \(fit.rawValue)")"
      }
    line(depth, "matte \(content), \(matte.channel.rawValue)\(matte.isInverted ? ", inverted" : "")", matte.origin)
  }

  mutating func write(_ fade: Fade, _ depth: Int) {
    guard fade != .none else { return }
    line(depth, "fade in \(fade.in.inWords), out \(fade.out.inWords)")
  }

  mutating func write<Value: Interpolatable & TextConvertible>(
    _ curve: Curve<Value>, default standard: Value?, _ name: String, _ depth: Int
  ) {
    guard !curve.isConstant || curve.base != standard else { return }
    guard !curve.isConstant else { return line(depth, "\(name) \(curve.base.inText)") }
    line(depth, "\(name) \(curve.base.inText), then")
    for piece in curve.pieces {
      let ease = piece.ease == .linear ? "" : " ease \(piece.ease)"
      let after = (piece.cycle.map { " \($0.inText)" } ?? "") + (piece.after == .hold ? "" : " then reset")
      let text =
        piece.range.isEmpty
        ? "\(piece.range.start)  \(piece.to.inText)"
        : "\(piece.range)  \(piece.from.inText) to \(piece.to.inText)\(ease)\(after)"
      line(depth + 1, text)
    }
  }
}

// MARK: Traits

/// One thing that is said of a part of the timeline, in the composition's words: what it is called, and what it is.
package struct Trait: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension CompositionWriter {
  /// What `write` says at this depth, with what it says below that behind it. The first word of a line is its name.
  fileprivate static func traits(at depth: Int, _ write: (inout CompositionWriter) -> Void) -> [Trait] {
    var writer = CompositionWriter(outline: OutlineWriter { _ in nil })
    write(&writer)
    var traits: [Trait] = []
    for line in writer.outline.text.split(separator: "\n") {
      let text = line.drop { $0 == " " }
      let own = (line.count - text.count) / 2
      if own == depth {
        let name = text.hasPrefix("\"") ? "layer" : String(text.prefix { $0 != " " })
        let value = text.hasPrefix("\"") ? text : text.dropFirst(name.count).drop { $0 == " " }
        traits.append(Trait(name, String(value)))
      } else if own > depth, !traits.isEmpty {
        let last = traits.count - 1
        let isFirst = traits[last].value.isEmpty || traits[last].value.hasSuffix("then")
        traits[last].value += (isFirst ? " " : ", ") + text.replacing("  ", with: " ")
      }
    }
    return traits.map { Trait($0.name, $0.value.first == " " ? String($0.value.dropFirst()) : $0.value) }
  }
}

extension VideoSegment {
  /// All but its time and what of the source it shows; times count from its start.
  package var traits: [Trait] {
    let segment = moved(by: -range.start.seconds)
    var traits = CompositionWriter.traits(at: 3) { writer in
      for effect in segment.effects { writer.write(effect, 3) }
      writer.write(segment.placement)
      if segment.blend != .normal { writer.line(3, "blend \(segment.blend.rawValue)") }
      writer.write(segment.opacity, default: 1, "opacity", 3)
      writer.write(segment.fade, 3)
      writer.write(segment.matte, 3)
    }
    if sampling == .blend { traits.append(Trait("frames", "blended")) }
    switch segment.content {
    case .movie(let media, let mapping):
      if let pace = mapping.paceInText { traits.append(Trait("plays", pace)) }
      if !media.reading.inText.isEmpty { traits.append(Trait("read", String(media.reading.inText.dropFirst()))) }
    case .still(let media):
      if !media.reading.inText.isEmpty { traits.append(Trait("read", String(media.reading.inText.dropFirst()))) }
    case .gap, .color: break
    }
    return traits
  }
}

extension AudioSegment {
  /// All but its time and what of the source is heard; times count from its start.
  package var traits: [Trait] {
    let segment = moved(by: -range.start.seconds)
    var traits = CompositionWriter.traits(at: 3) { writer in
      for effect in segment.effects { writer.line(3, "effect \(effect.inText)") }
      writer.write(segment.volume, default: 1, "volume", 3)
      writer.write(segment.fade, 3)
      if let crossfade = segment.crossfadeIn {
        writer.line(3, "crossfade \(crossfade.shape.rawValue) for \(crossfade.duration.inWords)")
      }
    }
    if case .sound(_, let mapping) = segment.content, let pace = mapping.paceInText {
      traits.append(Trait("plays", pace))
      if pitch == .follow { traits.append(Trait("pitch", "follows")) }
    }
    return traits
  }
}

extension VideoTrack {
  /// What is done to all of it.
  package var traits: [Trait] {
    CompositionWriter.traits(at: 2) { writer in
      for effect in effects { writer.write(effect, 2) }
      writer.write(opacity, default: 1, "opacity", 2)
      writer.write(fade, 2)
      writer.write(matte, 2)
    }
  }
}

extension AudioTrack {
  /// What is done to all of it. The gain that follows from another track's segments is no part of it.
  package var traits: [Trait] {
    CompositionWriter.traits(at: 2) { writer in
      if let language { writer.line(2, "language \(language)") }
      for effect in effects { writer.line(2, "effect \(effect.inText)") }
      writer.write(volume, default: 1, "volume", 2)
      for duck in ducks {
        let times = "attack \(duck.attack.inWords), release \(duck.release.inWords)"
        let level = if case .level(let threshold) = duck.trigger { " from \(threshold.inText) on" } else { "" }
        writer.line(2, "duck under \(duck.under)\(level), to \(duck.level.inText), \(times)")
      }
      writer.write(fade, 2)
    }
  }
}

extension Title {
  /// All but its time; times count from its start.
  package var traits: [Trait] {
    let title = moved(by: -range.start.seconds)
    var traits = CompositionWriter.traits(at: 3) { $0.write(title) }
    if case .text(let text) = layer.content { traits.append(Trait("text", text.string.debugDescription)) }
    if !behind.isEmpty { traits.append(Trait("behind", behind.map(\.name).joined(separator: ", "))) }
    return traits
  }
}

extension Chapter {
  /// All but its time.
  package var traits: [Trait] {
    CompositionWriter.traits(at: 3) { $0.write(self) } + [
      Trait(
        "title",
        title.versions.map { ($0.locale.map { "\($0) " } ?? "") + $0.value.debugDescription }
          .joined(separator: ", "))
    ]
  }
}

extension Layer {
  /// What is said of it, as if `time` was 0.
  package func traits(from time: TimelineTime) -> [Trait] {
    CompositionWriter.traits(at: 0) { $0.write(moved(by: -time.seconds), 0) }
  }
}

extension Mixture {
  /// As in `dissolve`.
  package var inWords: String {
    switch self {
    case .even: "dissolve"
    case .wipe(let wipe): "wipe, \(wipe)"
    case .through(let color): "fade through \(color)"
    case .xfade(let kind): "xfade \(kind)"
    }
  }
}

extension Composition {
  /// What holds for the whole of it: the canvas, what is done to the whole picture and the mix, the export, and what is
  /// written into the movie.
  package var traits: [Trait] {
    var traits = [
      Trait("size", "\(canvas.size)"), Trait("rate", "\(canvas.rate) fps"), Trait("background", "\(canvas.background)"),
      Trait("sample rate", "\(canvas.sampleRate) Hz"), Trait("channels", "\(canvas.channels)"),
    ]
    if let language = soundLanguage { traits.append(Trait("language of the sound", "\(language)")) }
    if canvas.color != .bt709 { traits.append(Trait("color space", canvas.color.rawValue)) }
    if canvas.start != .zero { traits.append(Trait("first timecode", canvas.start.inWords)) }
    traits += CompositionWriter.traits(at: 1) { writer in for effect in effects { writer.write(effect, 1) } }
      .map { Trait("effect on the picture", $0.value) }
    for effect in mastering.effects { traits.append(Trait("effect on the mix", effect.inText)) }
    if let loudness = mastering.loudness {
      traits.append(
        Trait("loudness", "\(loudness.integrated.inText) LUFS, true peak \(loudness.truePeak.inText) dB"))
    }
    traits.append(Trait("container", output.container.rawValue))
    if let limit = output.fileLengthLimit { traits.append(Trait("file length limit", "\(limit) bytes")) }
    traits += CompositionWriter.traits(at: 2) { writer in
      var output = self.output
      // What it started from makes no difference.
      output.preset = ""
      writer.write(output)
    }.map { Trait("export of \($0.name == "audio" ? "sound" : "picture")", $0.value) }
    traits += metadata.sorted { $0.key < $1.key }.map { Trait("metadata \($0.key)", $0.value.debugDescription) }
    return traits
  }
}

extension MediaReading {
  fileprivate var inText: String {
    let words = [
      alpha?.rawValue, fields.map { $0 == .progressive ? "progressive" : "\($0.rawValue) field first" },
      color?.rawValue,
      isFullRange.map { $0 ? "full range" : "limited range" }, showsBothFields ? "a picture for each field" : nil,
    ].compactMap(\.self)
    return words.isEmpty ? "" : " as " + words.joined(separator: ", ")
  }
}

extension TimeMapping {
  fileprivate var inText: String {
    if isFrozen { return "frozen at \(source.start)" }
    let back = isReversed ? " backward" : ""
    switch course {
    case .steady, .looped:
      let speed = stretches[0].speed
      let again = course == .steady ? "" : ", again and again"
      return "[\(source)]\(back)\(speed == .one ? "" : " at speed \(speed)")\(again)"
    case .paced(let paces):
      let speeds = paces.map { pace in
        let range = TimelineRange(start: TimelineTime(pace.start), duration: pace.duration)
        return "\(range) \(pace.speed)\(pace.speed == pace.endSpeed ? "" : " to \(pace.endSpeed)")"
      }
      return "[\(source)]\(back) at speeds \(speeds.joined(separator: ", "))"
    }
  }
}

extension TimeMapping {
  /// How the source is gone through, where that is not forward at its own speed.
  fileprivate var paceInText: String? {
    if isFrozen { return "frozen" }
    let text = inText.drop { $0 != "]" }.dropFirst().drop { $0 == " " || $0 == "," }
    return text.isEmpty ? nil : String(text)
  }
}

extension Effect {
  fileprivate var inText: String {
    switch subject {
    case .none: kind.rawValue
    case .color(let color): "\(kind.rawValue) \(color)"
    case .file(let file): "\(kind.rawValue) \(file)"
    case .fields(let order): "\(kind.rawValue) \(order.rawValue)"
    case .filter(let call, _): "\(kind.rawValue) \(call)"
    }
  }
}

extension Mixture {
  fileprivate var inText: String {
    switch self {
    case .even: ""
    case .wipe(let wipe): " by a wipe, \(wipe)"
    case .through(let color): " through \(color)"
    case .xfade(let kind): " by xfade \(kind)"
    }
  }
}

extension SoundEffect {
  fileprivate var inText: String {
    switch self {
    case .call(let call): "filter \(call)"
    case .denoise(let denoise):
      "denoise by \(denoise.reduction.inText), noise \(denoise.noise.inText)"
    case .filter(let filter):
      "\(filter.shape.rawValue) \(filter.frequency.inText) Hz, gain \(filter.gain.inText), q \(filter.quality.inText)"
    case .compressor(let compressor):
      "compressor from \(compressor.threshold.inText) on, ratio \(compressor.ratio.inText), attack \(compressor.attack.inText) s, release \(compressor.release.inText) s, makeup \(compressor.makeup.inText)"
    case .gate(let gate):
      "gate at \(gate.threshold.inText), to \(gate.floor.inText), attack \(gate.attack.inText) s, hold \(gate.hold.inText) s, release \(gate.release.inText) s"
    case .pan(let pan): "pan \(pan.inText)"
    }
  }
}

/// A value with a short spelling for the composition's text.
private protocol TextConvertible { var inText: String { get } }

extension Double: TextConvertible {
  fileprivate var inText: String { plain }
}

extension Point: TextConvertible {
  fileprivate var inText: String { "[\(x.inText), \(y.inText)]" }
}

extension Rect: TextConvertible {
  fileprivate var inText: String { "[\(x.inText), \(y.inText), \(width.inText), \(height.inText)]" }
}

extension RelativePoint: TextConvertible {
  fileprivate var inText: String { "[\(x.inText), \(y.inText)]" }
}

extension Color: TextConvertible {
  fileprivate var inText: String { description }
}

extension RampCycle {
  fileprivate var inText: String { "every \(duration.inWords)\(returns ? " and back" : "")" }
}

extension String {
  fileprivate var dropArticle: Substring { drop { $0 != " " }.dropFirst() }
}

extension AffineTransform: TextConvertible {
  fileprivate var inText: String { "[\([a, b, c, d, tx, ty].map(\.inText).joined(separator: ", "))]" }
}
