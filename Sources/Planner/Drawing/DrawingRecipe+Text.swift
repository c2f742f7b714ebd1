import TimelineModel

extension DrawingRecipe {
  /// The recipe as a person reads it: the sources by number, then what is drawn, from the whole to its parts.
  package var text: String {
    var lines = ["frame \(frame) at \(time)"]
    for (number, source) in sources.enumerated() { lines.append("  [\(number)] \(source.text)") }
    return (lines + drawing.lines.map { "  " + $0 }).joined(separator: "\n") + "\n"
  }
}

extension Drawing {
  fileprivate var lines: [String] {
    switch self {
    case .picture(let pixels): pixels.lines(after: "")
    case .mix(let first, let second, let amount):
      ["mix, \(amount.graphNumber) of the second"] + first.lines.indented + second.lines.indented
    case .wipe(let first, let second, let mask):
      ["wipe, \(mask.wipe), at \(mask.progress.graphNumber)"] + first.lines.indented + second.lines.indented
    case .layers(let layers, let base):
      (base?.lines ?? []) + layers.flatMap(\.lines)
    case .veiled(let top, let base, let opacity):
      base.lines + ["over it, with opacity \(opacity.graphNumber)"] + top.lines.indented
    case .below: []
    }
  }
}

extension DrawnLayer {
  fileprivate var lines: [String] {
    let dimmed = opacity < 1 ? ", opacity \(opacity.graphNumber)" : ""
    return pixels.lines(after: "draw ") + ["  " + mapping.text + dimmed]
  }
}

extension PictureMapping {
  fileprivate var text: String {
    if let shift = wholePixelShift { return "at \(shift.x), \(shift.y)" }
    let (a, b, c, d) = (transform.a, transform.b, transform.c, transform.d)
    return "through " + [a, b, c, d, transform.tx, transform.ty].map(\.graphNumber).joined(separator: " ")
  }
}

extension Pixels {
  fileprivate func lines(after verb: String) -> [String] {
    switch self {
    case .source(let number): ["\(verb)[\(number)]"]
    case .color(let color): ["\(verb)\(color)"]
    case .canvas(let drawing, let graph):
      ["\(verb)a frame of its own"] + drawing.lines.indented
        + (graph.map { ["after"] + $0.text.split(separator: "\n").map(String.init).indented } ?? [])
    case .filtered(let number, let graph):
      ["\(verb)[\(number)] after"] + graph.text.split(separator: "\n").map(String.init).indented
    }
  }
}

extension [String] {
  fileprivate var indented: [String] { map { "  " + $0 } }
}
