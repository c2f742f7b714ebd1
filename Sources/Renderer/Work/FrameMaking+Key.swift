import Media
import Planner
import Store
import TimelineModel

extension FrameMaking {
  /// All that decides what is drawn of the sources.
  func describe(to key: inout KeyWriter) {
    switch self {
    case .graph(let recipe):
      key.add("graph")
      recipe.graph.describe(to: &key)
    case .drawing(let recipe):
      key.add("drawing")
      recipe.drawing.describe(to: &key)
    }
  }
}

extension GraphDescription {
  func describe(to key: inout KeyWriter) {
    key.add(inputs.count)
    for input in inputs {
      key.add("\(input.label) \(input.size) \(input.pixelFormat) \(input.color) \(input.rate?.description ?? "")")
    }
    key.add(filters.count)
    for filter in filters {
      key.add(filter.name)
      key.add(filter.options.count)
      for option in filter.options {
        key.add(option.key)
        // The content of a file is added apart.
        key.add(option.file == nil ? option.value : "table \(CubeTable.version)")
      }
      key.add(filter.inputs.count)
      for label in filter.inputs + filter.outputs { key.add(label) }
    }
    key.add(output)
  }
}

extension Drawing {
  fileprivate func describe(to key: inout KeyWriter) {
    switch self {
    case .picture(let pixels):
      key.add("picture")
      pixels.describe(to: &key)
    case .mix(let first, let second, let amount):
      key.add("mix")
      key.add(amount)
      first.describe(to: &key)
      second.describe(to: &key)
    case .wipe(let first, let second, let mask):
      key.add("wipe")
      mask.describe(to: &key)
      first.describe(to: &key)
      second.describe(to: &key)
    case .layers(let layers, let base):
      key.add("layers")
      key.add(layers.count)
      for layer in layers { layer.describe(to: &key) }
      key.add(base != nil)
      base?.describe(to: &key)
    case .veiled(let top, let base, let opacity):
      key.add("veiled")
      key.add(opacity)
      top.describe(to: &key)
      base.describe(to: &key)
    case .below:
      key.add("below")
    }
  }
}

extension Pixels {
  fileprivate func describe(to key: inout KeyWriter) {
    switch self {
    case .source(let number):
      key.add("source")
      key.add(number)
    case .filtered(let number, let graph):
      key.add("filtered")
      key.add(number)
      graph.describe(to: &key)
    case .color(let color):
      key.add("color")
      color.describe(to: &key)
    case .canvas(let drawing, let graph):
      key.add("canvas")
      drawing.describe(to: &key)
      key.add(graph != nil)
      graph?.describe(to: &key)
    }
  }
}

extension ShapeDrawing {
  /// All that decides its pixels.
  func describe(to key: inout KeyWriter) {
    key.add("shape")
    key.add(figure.name)
    switch figure {
    case .rectangle(let radius): key.add(radius)
    case .line(let hasRoundEnds): key.add(hasRoundEnds)
    case .ellipse: break
    }
    for number in [box.x, box.y, outline?.width ?? 0] { key.add(number) }
    color.describe(to: &key)
    key.add(outline != nil)
    outline?.color.describe(to: &key)
    transform.describe(to: &key)
    key.add("\(size)")
  }
}

extension Color {
  fileprivate func describe(to key: inout KeyWriter) {
    for part in [red, green, blue, alpha] { key.add(Int(part)) }
  }
}

extension DrawnLayer {
  fileprivate func describe(to key: inout KeyWriter) {
    pixels.describe(to: &key)
    key.add(hasAlpha)
    key.add(opacity)
    mapping.describe(to: &key)
  }
}

extension PictureMapping {
  fileprivate func describe(to key: inout KeyWriter) {
    transform.describe(to: &key)
    for rect in [visible, clip].compactMap(\.self) {
      for number in [rect.x, rect.y, rect.width, rect.height] { key.add(number) }
    }
    key.add(clip != nil)
    for number in [columns.lowerBound, columns.upperBound, rows.lowerBound, rows.upperBound] { key.add(number) }
    key.add(coversTarget)
  }
}

extension AffineTransform {
  fileprivate func describe(to key: inout KeyWriter) { for number in [a, b, c, d, tx, ty] { key.add(number) } }
}

extension WipeMask {
  func describe(to key: inout KeyWriter) {
    key.add("\(wipe) \(canvas)")
    key.add(progress)
    toCanvas.describe(to: &key)
  }
}
