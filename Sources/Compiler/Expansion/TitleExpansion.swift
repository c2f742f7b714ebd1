import TimelineModel

extension Composition {
  func value(_ title: Title) -> YAMLValue {
    var entries: [(String, YAMLValue)] = [("over", .range(title.range.start.seconds, title.range.end.seconds))]
    if !title.behind.isEmpty { entries.append(("behind", .list(title.behind.map { .name($0.name) }))) }
    let (head, rest) = value(title.layer, clock: title.range.start.seconds, parent: nil)
    return .mapping(head + entries + rest)
  }

  /// What the layer shows, and how. `parent` is nil for a layer that lies on the canvas, where lengths are pixels.
  private func value(
    _ layer: TitleLayer, clock: Rational, parent: TitleLayer?
  ) -> ([(String, YAMLValue)], [(String, YAMLValue)]) {
    let (content, look) = value(layer.content, clock: clock)
    var entries = look
    entries += curve("position", layer.position, default: parent == nil ? nil : .middle, clock: clock) { .lengths($0) }
    if layer.anchor != Point(x: 0.5, y: 0.5) { entries.append(("anchor", .numbers([layer.anchor.x, layer.anchor.y]))) }
    entries += curve("scale", layer.scale, default: Point(x: 1, y: 1), clock: clock) { .numbers([$0.x, $0.y]) }
    entries += curve("rotate", layer.rotation, default: 0, clock: clock) { .number($0) }
    entries += curve("opacity", layer.opacity, default: 1, clock: clock) { .number($0) }
    entries += fade(layer.fade)
    let children = layer.layers.map { child in
      let (content, look) = value(child, clock: clock, parent: layer)
      return YAMLValue.mapping(content + look)
    }
    // A group is known by its layers, even where there are none.
    if !children.isEmpty || content.isEmpty { entries.append(("layers", .list(children))) }
    return (content, entries)
  }

  private func value(
    _ content: TitleLayer.Content, clock: Rational
  ) -> (content: [(String, YAMLValue)], look: [(String, YAMLValue)]) {
    func color(_ color: Curve<Color>?) -> [(String, YAMLValue)] {
      color.map { curve("color", $0, default: nil, clock: clock) { .text("\($0)") } } ?? []
    }
    func size(_ name: String, _ size: Curve<RelativePoint>?) -> [(String, YAMLValue)] {
      size.map { curve(name, $0, default: nil, clock: clock) { .lengths($0) } } ?? []
    }
    switch content {
    case .group(let measure): return ([], measure == Curve(.whole) ? [] : size("size", measure))
    case .picture(let measure): return (size("picture", measure), [])
    case .image(let media, let measure): return ([("image", clip("image", media))], size("size", measure))
    case .text(let text): return ([("text", .text(text.string))], [("style", value(text.style))] + color(text.color))
    case .shape(let shape):
      let outline = shape.outline.map { [("outline", value($0))] } ?? []
      switch shape.figure {
      case .ellipse: return (size("ellipse", shape.size), color(shape.color) + outline)
      case .rectangle(let radius):
        let corners = radius == 0 ? [] : [("radius", YAMLValue.number(radius))]
        return (size("rectangle", shape.size), corners + color(shape.color) + outline)
      case .line(let hasRoundEnds):
        let length = curve("line", shape.size, default: nil, clock: clock) { .word($0.x.inText) }
        let ends = hasRoundEnds ? [("ends", YAMLValue.word("round"))] : []
        return (length, [("thickness", .number(shape.size.base.y.pixels))] + ends + color(shape.color) + outline)
      }
    }
  }

  private func value(_ style: TextStyle) -> YAMLValue {
    var entries: [(String, YAMLValue)] = [
      ("font", .text(style.font)), ("size", .number(style.size)), ("color", .text("\(style.color)")),
      ("align", .word(style.align.rawValue)),
    ]
    if style.isBold { entries.append(("bold", .word("true"))) }
    if style.isItalic { entries.append(("italic", .word("true"))) }
    if let outline = style.outline { entries.append(("outline", value(outline))) }
    if let box = style.box {
      entries.append(("box", .inline([("color", .text("\(box.color)")), ("padding", .number(box.padding))])))
    }
    return .inline(entries)
  }

  private func value(_ outline: Outline) -> YAMLValue {
    .inline([("width", .number(outline.width)), ("color", .text("\(outline.color)"))])
  }
}

extension YAMLValue {
  fileprivate static func lengths(_ point: RelativePoint) -> YAMLValue {
    .list([.word(point.x.inText), .word(point.y.inText)])
  }
}
