package import Diagnostics
import TimelineModel

extension TimelineDocument {
  /// The document as the compiler read it: one line for each thing, typed, with nothing resolved.
  package func text(place: @escaping (SourceSpan) -> String?) -> String {
    var writer = DocumentWriter(outline: OutlineWriter(place: place))
    writer.write(self)
    return writer.outline.text
  }
}

private struct DocumentWriter {
  var outline: OutlineWriter

  mutating func line(_ depth: Int, _ text: String, _ span: SourceSpan? = nil) {
    outline.line(depth, text, at: span)
  }

  mutating func write(_ document: TimelineDocument) {
    line(0, "document version \(document.version.map { "\($0.value)" } ?? "?")", document.version?.span)
    if let canvas = document.canvas {
      let parts = [
        canvas.value.size.map { "size \($0.value)" }, canvas.value.rate.map { "rate \($0.value)" },
        canvas.value.background.map { "background \($0.value)" },
        canvas.value.sampleRate.map { "sample rate \($0.value)" },
        canvas.value.channels.map { "channels \($0.value)" },
      ]
      line(1, "canvas " + parts.compactMap { $0 }.joined(separator: ", "), canvas.span)
    }
    switch document.duration?.value {
    case nil: break
    case .time(let time): line(1, "duration \(text(time))", document.duration?.span)
    case .track(let name): line(1, "duration of \(name)", document.duration?.span)
    }
    if let allowed = document.allowed {
      line(1, "allow \(allowed.value.map(\.value).joined(separator: ", "))", allowed.span)
    }
    for parameter in document.parameters {
      line(
        1, "parameter \(parameter.name.value) \(parameter.item.value.type?.value.rawValue ?? "text")",
        parameter.name.span)
    }
    for variant in document.variants { line(1, "variant \(variant.name.value)", variant.name.span) }
    for item in document.metadata {
      line(1, "metadata \(item.name.value) \(item.item.value.debugDescription)", item.name.span)
    }
    for asset in document.assets { line(1, "asset \(asset.name.value)  \(text(asset.item.value))", asset.name.span) }
    for track in document.tracks { write(track) }
    for style in document.styles { line(1, "style \(style.name.value)", style.name.span) }
    for title in document.titles {
      let over = title.value.over.map { text($0.value) } ?? "always"
      write(title.value.layer, 1, before: "title ", after: " \(over)", title.span)
    }
    for instruction in document.instructions?.value ?? [] {
      line(1, "instruction \(instruction.value.over.map { text($0.value) } ?? "?")", instruction.span)
      for layer in instruction.value.layers?.value ?? [] { write(layer, 2) }
    }
    for entry in document.mix { line(1, "mix \(entry.value.track?.value ?? "?")", entry.span) }
    for chapter in document.chapters { line(1, "chapter \(text(chapter.value))", chapter.span) }
    if let export = document.export { line(1, "export \(export.value.preset?.value ?? "h264")", export.span) }
  }

  private mutating func write(_ track: Located<TrackItem>) {
    line(1, "track \(track.value.id?.value ?? "") \(track.value.kind?.value.rawValue ?? "?")", track.span)
    for segment in track.value.segments {
      switch segment.value.content {
      case .gap(let time): line(2, "gap \(text(time.value))", segment.span)
      case .broken: line(2, "unreadable", segment.span)
      case .clip(let item): line(2, text(item), segment.span)
      }
    }
  }

  private mutating func write(
    _ layer: TitleLayerItem, _ depth: Int, before: String = "", after: String = "", _ span: SourceSpan?
  ) {
    let content =
      switch layer.content {
      case .group: "group"
      case .text(let text, _, _): text.value.compactMap { $0.text?.value }.joined().debugDescription
      case .image(let clip, _): "image \(text(clip.value))"
      case .picture: "picture"
      case .broken: "unreadable"
      case .shape(let shape):
        switch shape.figure {
        case .rectangle: "rectangle"
        case .ellipse: "ellipse"
        case .line: "line"
        }
      }
    line(depth, before + content + after, span)
    for child in layer.layers { write(child.value, depth + 1, child.span) }
  }

  private mutating func write(_ layer: Located<LayerItem>, _ depth: Int) {
    switch layer.value.content {
    case .track(let name): line(depth, "layer \(name.value)", layer.span)
    case .mix(let first, let second, _, _):
      line(depth, "layer mix", layer.span)
      write(first, depth + 1)
      write(second, depth + 1)
    case .broken: line(depth, "unreadable", layer.span)
    }
  }

  private func text(_ item: ClipSegmentItem) -> String {
    var parts: [String] = []
    parts.append("clip \(text(item.clip.value))")
    if let source = item.source { parts.append("\(item.sourceKey) \(text(source.value))") }
    if let freeze = item.freeze { parts.append("freeze \(text(freeze.value))") }
    if let at = item.at { parts.append("at \(text(at.value))") }
    if let duration = item.duration { parts.append("duration \(text(duration.value))") }
    if let speed = item.speed {
      if case .constant(let value) = speed.value {
        parts.append("speed \(value.value)")
      } else {
        parts.append("changing speed")
      }
    }
    if item.reverse?.value == true { parts.append("reversed") }
    if item.loop?.value == true { parts.append("looped") }
    if let transition = item.transition?.value {
      let length = transition.duration.map { text($0.value) } ?? "1s"
      parts.append("\(transition.kind.words) \(length)\(transition.use == .handles ? " over handles" : "")")
    }
    return parts.joined(separator: "  ")
  }

  private func text(_ clip: ClipItem) -> String {
    switch clip {
    case .named(let name): name.value
    case .inline(let asset): text(asset)
    }
  }

  private func text(_ asset: AssetItem) -> String {
    switch asset {
    case .file(let path, _): "file \(path.value)"
    case .image(let path, _): "image \(path.value)"
    case .images(let path, let rate, _): "images \(path.value)\(rate.map { " at \($0.value) fps" } ?? "")"
    case .timeline(let path, _): "timeline \(path.value)"
    case .color(let color): "color \(color.value)"
    case .broken: "unreadable"
    }
  }

  private func text(_ chapter: ChapterItem) -> String {
    switch chapter {
    case .place(let place, let title, _):
      let time =
        switch place {
        case .at(let at): text(at.value)
        case .over(let over): text(over.value)
        }
      return "\(time) \((title.value.first?.value ?? "").debugDescription)"
    case .imported(let asset): return "import \(asset.value)"
    case .broken: return "unreadable"
    }
  }

  private func text(_ time: TimeExpression) -> String {
    time.terms.enumerated().map { index, term in
      (index == 0 ? (term.isNegative ? "-" : "") : (term.isNegative ? " - " : " + ")) + term.text
    }.joined()
  }

  private func text(_ range: RangeExpression) -> String {
    let end = range.end.map { (range.endIsLength ? "+" : "") + text($0) } ?? ""
    return "\(range.start.map { text($0) } ?? "")..\(end)"
  }
}
