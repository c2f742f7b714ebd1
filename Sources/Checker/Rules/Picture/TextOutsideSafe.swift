import Diagnostics
import TimelineModel

extension Rule {
  static let textOutsideSafe = Rule(
    DiagnosticPage(
      "text-outside-safe", .warning,
      summary: "a text that reaches into the edges of the picture",
      rationale: """
        Televisions cut off the edges of a picture, and players lay their buttons over them. By EBU R 95, for \
        pictures of 16 by 9, letters stay within the middle 90 percent of the width and of the height (title-safe), \
        which is 5 percent away from every edge, and the `box` behind them within 93 percent (action-safe). \
        `limits: { title-safe, action-safe }` in `.cutlist.yaml` draws the lines elsewhere: at 80 and 90 percent for \
        tubes, or at 100 where only a player of one's own will show the movie. Texts that move or that are set in \
        several styles are not looked at, and of texts that wrap only words that are wider than the text's `width`.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        titles: [ { text: «Harbour», over: 0s..4s, position: [50%, 96%] } ]
        """,
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        titles: [ { text: «Harbour», over: 0s..4s, style: { size: 50% } } ]
        """,
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 640x360, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        titles: [ { text: Harbour, over: 0s..4s, position: [50%, 88%] } ]
        """
      ])
  ) { programme, report in
    let canvas = programme.composition.canvas.size
    let size = Point(canvas)
    let settings = programme.settings
    for title in programme.composition.titles {
      let whole = TextSpace(size: size, toCanvas: .identity)
      for found in programme.texts(of: title.layer, in: whole) {
        let parts = [("the text", found.letters, settings.titleSafe), ("its box", found.box, settings.actionSafe)]
        for (name, box, safe) in parts {
          guard let box, let complaint = complaint(about: name, box, size, safe) else { continue }
          let fix = found.layer == title.layer ? found.movedInward(on: size, settings) : nil
          report(
            complaint, at: found.layer.origin[.text], fixIts: [fix ?? FixIt("move it inward, or make it smaller")])
          break
        }
      }
    }
  }
}

/// A text and the smallest upright rectangles of the canvas that hold its letters and the box behind them.
private struct PlacedText {
  var layer: TitleLayer
  var letters: Rect
  var box: Rect?

  /// Puts a text that lies on the canvas itself where all of it is safe; nil where it is too large for that.
  func movedInward(on size: Point, _ settings: RuleSettings) -> FixIt? {
    guard let written = layer.origin.fields[.text] else { return nil }
    let parts = [(letters, settings.titleSafe)] + (box.map { [($0, settings.actionSafe)] } ?? [])
    let position = layer.position.base
    let across = parts.map { part, safe in (part.x, part.x + part.width, size.x * (1 - safe.x) / 2) }
    let down = parts.map { part, safe in (part.y, part.y + part.height, size.y * (1 - safe.y) / 2) }
    guard let x = position.x.moved(across, in: size.x), let y = position.y.moved(down, in: size.y) else { return nil }
    return FixIt("move it to `[\(x), \(y)]`", [.set(key: "position", to: "[\(x), \(y)]", in: .around(written))])
  }
}

extension RelativeLength {
  /// So far along a side of the picture that parts which begin and end somewhere keep their margins, rounded inward and
  /// as documents write it; nil where they cannot.
  fileprivate func moved(_ parts: [(start: Double, end: Double, margin: Double)], in whole: Double) -> String? {
    let (least, most) = (
      parts.map { $0.margin - $0.start }.max() ?? 0, parts.map { whole - $0.margin - $0.end }.min() ?? 0
    )
    let distance = min(max(0, least), most)
    guard distance >= least else { return nil }
    let part = ((pixels + distance) / whole + fraction) * 1000
    // What stays keeps its exact place.
    if distance == 0 { return part == part.rounded() ? "\((part / 10).plain)%" : inText }
    return ((part.rounded(distance > 0 ? .up : .down)) / 10).plain + "%"
  }
}

/// How far a part of a text reaches out of what is safe of a picture; nil where it does not.
private func complaint(about name: String, _ box: Rect, _ size: Point, _ safe: Point) -> String? {
  let margin = Point(x: size.x * (1 - safe.x) / 2, y: size.y * (1 - safe.y) / 2)
  let edges = [
    ("left", -box.x, margin.x), ("top", -box.y, margin.y), ("right", box.x + box.width - size.x, margin.x),
    ("bottom", box.y + box.height - size.y, margin.y),
  ]
  // How far beyond the edge of the picture, and how far within it that should be.
  guard let worst = edges.max(by: { $0.1 + $0.2 < $1.1 + $1.2 }), worst.1 + worst.2 > 0.01 else { return nil }
  let pixels = abs(worst.1).rounded().plain
  return worst.1 > 0.5
    ? "\(name) reaches \(pixels) pixels beyond the \(worst.0) edge of the picture"
    : "\(name) ends \(pixels) pixels from the \(worst.0) edge of the picture, where \(worst.2.rounded(.up).plain) are safe"
}

/// How far capitals stay below the top of their line and letters without a tail above its bottom, in ems.
private let lineMargin = 0.2

/// What a layer lies in: the size of the box, and the way from its top left corner to the canvas.
private struct TextSpace {
  var size: Point
  var toCanvas: AffineTransform
}

extension TitleLayer {
  /// The way from the top left corner of its box, which has this size, to the canvas.
  fileprivate func way(of size: Point, in parent: TextSpace) -> AffineTransform {
    let landing = position.base.resolved(in: parent.size)
    return AffineTransform.translation(-anchor.x * size.x, -anchor.y * size.y)
      .then(.scale(scale.base.x, scale.base.y)).then(.rotation(degrees: rotation.base))
      .then(.translation(landing.x, landing.y)).then(parent.toCanvas)
  }
}

extension CheckedProgramme {
  /// The texts of a layer that stand still.
  fileprivate func texts(
    of layer: TitleLayer, in parent: TextSpace
  ) -> [PlacedText] {
    guard layer.position.isConstant, layer.scale.isConstant, layer.rotation.isConstant else { return [] }
    if case .text(let text) = layer.content, let width = text.width?.resolved(in: parent.size.x) {
      return [wideWord(of: text, in: width, layer, parent)].compactMap(\.self)
    }
    guard let (size, margin) = size(of: layer, in: parent.size) else { return [] }
    let toCanvas = layer.way(of: size, in: parent)
    let inner = layer.layers.flatMap { texts(of: $0, in: TextSpace(size: size, toCanvas: toCanvas)) }
    guard case .text(let text) = layer.content else { return inner }
    /// What is left of its box within a margin, on the canvas.
    func bounds(within margin: Point) -> Rect {
      toCanvas.bounds(
        of: Rect(x: margin.x, y: margin.y, width: size.x - 2 * margin.x, height: size.y - 2 * margin.y))
    }
    return [
      PlacedText(
        layer: layer, letters: bounds(within: margin), box: text.style.box.map { _ in bounds(within: .zero) })
    ] + inner
  }

  /// The widest word of a text that wraps, if it stands out of the text's width. At which height is not known, so that
  /// it counts as a line in the middle of the picture.
  private func wideWord(
    of text: TitleText, in width: Double, _ layer: TitleLayer, _ parent: TextSpace
  ) -> PlacedText? {
    guard text.runs.count == 1, let run = text.runs.first, let glyphs = catalog.glyphs[FontText(run)] else {
      return nil
    }
    let style = run.style
    let widest = glyphs.words.map { $0.width * style.size + style.letterSpacing * Double($0.count) }.max() ?? 0
    let toCanvas = layer.way(of: Point(x: width + 2 * (text.style.box?.padding ?? 0), y: 0), in: parent)
    guard widest > width, toCanvas.b == 0, toCanvas.c == 0 else { return nil }
    let left: Double =
      switch text.style.align {
      case .left: 0
      case .centre: (width - widest) / 2
      case .right: width - widest
      }
    let padding = text.style.box?.padding ?? 0
    var letters = toCanvas.bounds(of: Rect(x: padding + left, y: 0, width: widest, height: 0))
    letters.y = Double(composition.canvas.size.height) / 2
    return PlacedText(layer: layer, letters: letters, box: nil)
  }

  /// The size of a layer's box and the room around what is in it; nil where that is not known here.
  private func size(of layer: TitleLayer, in parent: Point) -> (size: Point, margin: Point)? {
    if case .text(let text) = layer.content {
      guard text.runs.count == 1, text.width == nil, let run = text.runs.first,
        let ems = catalog.glyphs[FontText(run)]?.size
      else { return nil }
      let style = run.style
      let padding = text.style.box?.padding ?? 0
      let width = ems.x * style.size + style.letterSpacing * Double(run.string.count)
      let size = Point(x: width + 2 * padding, y: ems.y * style.size * max(1, style.lineSpacing) + 2 * padding)
      return (size, Point(x: padding, y: padding + lineMargin * style.size))
    }
    guard let size = layer.content.size, size.isConstant else { return nil }
    return (size.base.resolved(in: parent), .zero)
  }
}
