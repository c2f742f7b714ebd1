import Diagnostics
import TimelineModel

/// Letters of one colour in one text of a title.
struct Lettering: Sendable {
  /// Its index.
  var title: Int
  /// The way to the text's layer: at each step the index of a layer on the one before.
  var path: [Int]
  var color: Color
  var span: SourceSpan?
}

extension Composition {
  /// The letters that are judged by the picture behind them: those without an outline, whose colour stays, and that lie
  /// on nothing opaque of their own. Of a title behind other tracks nobody knows here what can be seen.
  var letterings: [Lettering] {
    titles.indices.filter { titles[$0].behind.isEmpty }.flatMap { index in
      titles[index].layer.letterings(on: []).map { path, color, span in
        Lettering(title: index, path: path, color: color, span: span)
      }
    }
  }

  /// The same with all letters transparent, so that what lies behind them shows, their shadows included.
  var withoutLetters: Composition {
    var composition = self
    for index in titles.indices { composition.titles[index].layer = titles[index].layer.withoutLetters }
    return composition
  }

  /// Nothing but these letters, white on black, as strong as can be.
  func mask(of lettering: Lettering, _ catalog: MediaCatalog) -> Composition {
    var composition = self
    composition.videoTracks = []
    composition.instructions = [Instruction(range: range, layers: [])]
    composition.effects = []
    composition.canvas.background = .black
    var title = titles[lettering.title]
    title.layer = title.layer.mask(of: lettering.color, at: lettering.path[...], catalog)
    composition.titles = [title]
    return composition
  }
}

extension TitleLayer {
  fileprivate func letterings(on path: [Int]) -> [(path: [Int], color: Color, span: SourceSpan?)] {
    var found: [([Int], Color, SourceSpan?)] = []
    if case .text(let text) = content, text.style.outline == nil, text.color == nil, !text.hasOpaqueBox {
      for run in text.runs where run.style.outline == nil && run.string.contains(where: { !$0.isWhitespace }) {
        if run.style.color.alpha > 0, !found.contains(where: { $0.1 == run.style.color }) {
          found.append((path, run.style.color, origin[.text]))
        }
      }
    }
    return found + layers.enumerated().flatMap { index, layer in layer.letterings(on: path + [index]) }
  }

  fileprivate var withoutLetters: TitleLayer {
    var layer = self
    if case .text(var text) = content {
      text.color = nil
      for index in text.runs.indices { text.runs[index].style.color.alpha = 0 }
      layer.content = .text(text)
    }
    layer.layers = layers.map(\.withoutLetters)
    return layer
  }

  /// - Parameter path: nil where the letters are not on this layer.
  fileprivate func mask(of color: Color, at path: ArraySlice<Int>?, _ catalog: MediaCatalog) -> TitleLayer {
    var layer = self
    (layer.opacity, layer.fade) = (Curve(1), .none)
    switch content {
    case .text(var text):
      text.style.box?.color.alpha = 0
      for index in text.runs.indices {
        let isMeant = path?.isEmpty == true && text.runs[index].style.color == color
        text.runs[index].style.color = isMeant ? .white : Color(red: 0, green: 0, blue: 0, alpha: 0)
        text.runs[index].style.shadow = nil
        // An outline is part of how wide a text is.
        text.runs[index].style.outline?.color.alpha = 0
      }
      (text.style.shadow, text.color) = (nil, nil)
      text.style.outline?.color.alpha = 0
      layer.content = .text(text)
    case .shape(var shape):
      shape.color = Curve(Color(red: 0, green: 0, blue: 0, alpha: 0))
      shape.outline = nil
      layer.content = .shape(shape)
    case .image(let media, let size):
      let natural = catalog.facts(for: media)?.video?.displaySize ?? PixelSize(width: 1, height: 1)
      let own = RelativePoint(Point(natural))
      layer.content = .group(size: size ?? Curve(own))
    case .picture(let size): layer.content = .group(size: size)
    case .group: break
    }
    layer.layers = layers.enumerated().map { index, inner in
      inner.mask(of: color, at: path?.first == index ? path?.dropFirst() : nil, catalog)
    }
    return layer
  }

  /// How strong what lies at `path` is at a time, by all the layers that it is on.
  func strength(at time: TimelineTime, of path: ArraySlice<Int>, in range: TimelineRange) -> Double {
    let own = opacity.share(at: time) * fade.value(at: time, in: range)
    guard let first = path.first else { return own }
    return own * layers[first].strength(at: time, of: path.dropFirst(), in: range)
  }
}

extension TitleText {
  fileprivate var hasOpaqueBox: Bool { style.box?.color.isOpaque == true }
}
