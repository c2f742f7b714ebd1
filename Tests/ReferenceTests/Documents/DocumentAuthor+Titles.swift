import TimelineModel

extension DocumentAuthor {
  mutating func title() -> Written {
    traits.insert("titles")
    let start = end * Rational(Int64.random(in: 0...8, using: &random), 16)
    let stop = end * Rational(Int64.random(in: 9...16, using: &random), 16)
    var title = Written.mapping([
      "text": .scalar(pick(["A", "Sea", "On\nthe sea", "1 + 1"])),
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
    return title
  }

  private mutating func style() -> Written {
    .mapping([
      "size": .scalar(pick(["10", "14", "20%"])), "color": chance(0.7) ? color() : clearColor(),
      "outline": chance(0.3) ? .mapping(["width": "1", "color": color()]) : nil,
      "box": chance(0.4) ? .mapping(["color": chance(0.5) ? color() : clearColor(), "padding": "3"]) : nil,
    ])
  }
}
