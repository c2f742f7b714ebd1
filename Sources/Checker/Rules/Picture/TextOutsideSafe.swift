import Diagnostics
import TimelineModel

extension Rule {
  static let textOutsideSafe = Rule(
    DiagnosticPage(
      "text-outside-safe", .warning,
      summary: "a text that reaches into the edges of the picture",
      rationale: """
        Televisions cut off the edges of a picture, and players lay their buttons over them. By EBU R 95 what matters \
        stays out of the outermost 3.5 percent on every side. Texts that move, that wrap or that are set in several \
        styles are not looked at. Where only a player of one's own will show the movie, the warning may be left \
        standing.
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
    let size = Point(x: Double(canvas.width), y: Double(canvas.height))
    for title in programme.composition.titles {
      let whole = TextSpace(size: size, toCanvas: .identity)
      for (layer, box) in programme.letters(of: title.layer, in: whole) {
        let edges = [
          ("left", -box.x, size.x), ("top", -box.y, size.y), ("right", box.x + box.width - size.x, size.x),
          ("bottom", box.y + box.height - size.y, size.y),
        ]
        // How far beyond the edge of the picture, and of what length.
        guard let worst = edges.max(by: { $0.1 / $0.2 < $1.1 / $1.2 }), worst.1 / worst.2 > -safeMargin else {
          continue
        }
        let pixels = abs(worst.1).rounded().plain
        report(
          worst.1 > 0.5
            ? "the text reaches \(pixels) pixels beyond the \(worst.0) edge of the picture"
            : "the text ends \(pixels) pixels from the \(worst.0) edge of the picture, where \((worst.2 * safeMargin).rounded(.up).plain) are safe",
          at: layer.origin[.text], fixIts: [FixIt("move it inward, or make it smaller")])
      }
    }
  }
}

/// Of a side of the picture, by EBU R 95.
private let safeMargin = 0.035

/// How far capitals stay below the top of their line and letters without a tail above its bottom, in ems.
private let lineMargin = 0.2

/// What a layer lies in: the size of the box, and the way from its top left corner to the canvas.
private struct TextSpace {
  var size: Point
  var toCanvas: AffineTransform
}

extension CheckedProgramme {
  /// The texts of a layer that stand still, each with the smallest upright rectangle of the canvas that holds its
  /// letters.
  fileprivate func letters(of layer: TitleLayer, in parent: TextSpace) -> [(layer: TitleLayer, box: Rect)] {
    guard layer.position.isConstant, layer.scale.isConstant, layer.rotation.isConstant else { return [] }
    guard let (size, margin) = size(of: layer, in: parent.size) else { return [] }
    let landing = layer.position.base.resolved(in: parent.size)
    let toCanvas = AffineTransform.translation(-layer.anchor.x * size.x, -layer.anchor.y * size.y)
      .then(.scale(layer.scale.base.x, layer.scale.base.y)).then(.rotation(degrees: layer.rotation.base))
      .then(.translation(landing.x, landing.y)).then(parent.toCanvas)
    let inner = layer.layers.flatMap { letters(of: $0, in: TextSpace(size: size, toCanvas: toCanvas)) }
    guard case .text = layer.content else { return inner }
    let corners = [
      Point(x: margin.x, y: margin.y), Point(x: size.x - margin.x, y: margin.y),
      Point(x: margin.x, y: size.y - margin.y), Point(x: size.x - margin.x, y: size.y - margin.y),
    ].map(toCanvas.apply)
    let (left, top) = (corners.map(\.x).min()!, corners.map(\.y).min()!)
    let (right, bottom) = (corners.map(\.x).max()!, corners.map(\.y).max()!)
    return [(layer, Rect(x: left, y: top, width: right - left, height: bottom - top))] + inner
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
