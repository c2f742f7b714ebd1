import TimelineModel

extension DocumentAuthor {
  /// `tracks` have a picture.
  mutating func title(over tracks: [String]) -> Written {
    traits.insert("titles")
    canRepeat = true
    defer { canRepeat = false }
    let start = end * Rational(Int64.random(in: 0...8, using: &random), 16)
    let stop = end * Rational(Int64.random(in: 9...16, using: &random), 16)
    var title = Written.mapping([
      "text": chance(0.8)
        ? .scalar(pick(["A", "Sea", "On\nthe sea", "1 + 1"]))
        : ["On ", .mapping(["text": "the", "style": .mapping(["bold": "true", "color": color()])]), " sea"],
      "over": chance(0.7) ? .scalar("\(text(start))..\(text(stop))") : nil, "style": style(),
      "position": chance(0.7) ? ["\(number(20...80))%", "\(number(20...80))%"] : nil,
      "anchor": chance(0.3) ? ["\(number(0...1))", "\(number(0...1))"] : nil,
      "fade": nil,
    ])
    let length = title["over"] == nil ? end : stop - start
    if chance(0.3) { title["scale"] = "\(number(0.6...1.5))" }
    if chance(0.15) { title["rotate"] = .scalar(pick(["90", "180", "-90"])) }
    if chance(0.4) { title["opacity"] = opacity(from: .zero, to: length) }
    if chance(0.3) { title["fade"] = fade(within: length) }
    if chance(0.3) {
      traits.insert("titles that move")
      // What is resampled gets letters that differ little from their box, for no two filters agree on edges.
      let shade = "#40608\(Int.random(in: 0...9, using: &random))"
      title["style"] = .mapping([
        "size": "12", "color": "#507090", "box": .mapping(["color": .scalar(shade), "padding": "4"]),
      ])
      move(&title, from: .zero, to: length)
      title["matrix"] = nil
    }
    if chance(0.2), let track = tracks.randomElement(using: &random) {
      traits.insert("titles behind a track")
      title["behind"] = .scalar(track)
    }
    if chance(0.4) { dress(&title, for: length, depth: 0) }
    return title
  }

  /// A title that is more than a text: shapes and pictures in one another.
  private mutating func dress(_ title: inout Written, for length: Rational, depth: Int) {
    traits.insert("titles in layers")
    if chance(0.6) {
      title["text"] = nil
      title["style"] = nil
      let kinds =
        ["rectangle", "ellipse", "line", "image", "group"] + (depth == 0 && fragileTracks.isEmpty ? ["picture"] : [])
      show(pick(kinds), in: &title, for: length)
    }
    guard depth < 2, chance(0.7) || title["layers"] != nil else { return }
    title["layers"] = .list(
      (0..<Int.random(in: 1...2, using: &random)).map { _ in
        var layer = Written.mapping([
          "text": "Ox", "style": .mapping(["size": "12", "color": "#507090"]),
          "position": chance(0.6) ? ["\(number(10...90))%", "\(number(0...40))"] : nil,
          "opacity": chance(0.3) ? opacity(from: .zero, to: length) : nil,
        ])
        if chance(0.3) { layer["rotate"] = .scalar(pick(["90", "180", "-90"])) }
        if chance(0.2) { layer["scale"] = "\(number(0.6...1.2))" }
        dress(&layer, for: length, depth: depth + 1)
        if layer["text"] == nil, chance(0.4) {
          traits.insert("layers that move")
          layer["rotate"] = value(from: .zero, to: length) { "\($0.number(-180...180))" }
          layer["scale"] = nil
        }
        return layer
      })
  }

  private mutating func show(_ kind: String, in layer: inout Written, for length: Rational) {
    traits.insert("titles with \(kind)")
    switch kind {
    case "picture":
      layer["picture"] = ["\(number(40...90))%", "\(number(40...90))%"]
      (layer["rotate"], layer["scale"]) = (nil, nil)
    case "group":
      layer["layers"] = []
      if chance(0.5) { layer["size"] = size(for: length) }
    case "image":
      layer["image"] = "badge.png"
      if chance(0.7) { layer["size"] = ["30", "\(number(20...50))"] }
    case "line":
      layer["line"] = value(from: .zero, to: length) { "\($0.number(10...90))%" }
      layer["thickness"] = "\(Int.random(in: 2...9, using: &random))"
      if chance(0.4) { layer["ends"] = "round" }
    default:
      layer[kind] = size(for: length)
      if kind == "rectangle", chance(0.5) { layer["radius"] = "\(number(2...9))" }
    }
    guard ["rectangle", "ellipse", "line"].contains(kind) else { return }
    layer["color"] = value(from: .zero, to: length) { $0.chance(0.7) ? $0.color() : $0.clearColor() }
    if chance(0.35) { layer["outline"] = .mapping(["width": "\(number(1...4))", "color": color()]) }
  }

  private mutating func size(for length: Rational) -> Written {
    value(from: .zero, to: length) { author in
      ["\(author.number(20...80))%", author.chance(0.5) ? "\(author.number(20...80))%" : "\(author.number(6...40))"]
    }
  }

  private mutating func style() -> Written {
    .mapping([
      "size": .scalar(pick(["10", "14", "20%"])), "italic": chance(0.1) ? "true" : nil,
      "color": chance(0.7) ? color() : clearColor(),
      "outline": chance(0.3) ? .mapping(["width": "1", "color": color()]) : nil,
      "shadow": chance(0.15) ? .mapping(["offset": ["1", "2"], "blur": "\(number(0...2))", "color": color()]) : nil,
      "letter-spacing": chance(0.15) ? "\(number(0...2))" : nil,
      "line-spacing": chance(0.15) ? "\(number(0.8...1.4))" : nil,
      "box": chance(0.4) ? .mapping(["color": chance(0.5) ? color() : clearColor(), "padding": "3"]) : nil,
    ])
  }
}
