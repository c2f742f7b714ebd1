import Diagnostics
import TimelineModel

extension Lowering {
  mutating func lowerTitles(_ tracks: [LaidTrack]) -> [Title] {
    document.titles.enumerated().compactMap { lowerTitle($1, $0, tracks) }
  }

  /// When a title shows; nil where that cannot be known.
  mutating func range(ofTitle index: Int) throws(TimeCycle) -> TimelineRange? {
    if let known = titleRanges[index] { return known }
    guard busyTitles.insert(index).inserted else { throw TimeCycle() }
    let title = document.titles[index]
    let range =
      if let over = title.value.over {
        filledRange(over.value, on: .timeline(canvas)).map {
          TimelineRange(TimelineTime($0.start), TimelineTime($0.end))
        }
      } else {
        programmeEnd(at: title.span).map { TimelineRange(.zero, $0) }
      }
    busyTitles.remove(index)
    titleRanges[index] = .some(range)
    return range
  }

  private mutating func lowerTitle(_ written: Located<TitleItem>, _ index: Int, _ tracks: [LaidTrack]) -> Title? {
    let item = written.value
    let known = try? range(ofTitle: index)
    // Without a range its layers are looked at all the same, so that what is wrong with them is not hidden.
    let owner = CurveOwner(range: known ?? programme, hasOwnClock: true)
    let behind = item.behind.flatMap { lanes(of: $0, tracks) }
    guard let layer = lowerTitleLayer(item.layer, in: nil, owner: owner), let range = known else { return nil }
    let fields: [Origin.Field: SourceSpan?] = [.id: item.id?.span, .over: item.over?.span]
    return Title(
      range: range, layer: layer, behind: behind, origin: Origin(written.span, fields.compactMapValues { $0 }))
  }

  /// The tracks that a written one has become.
  private mutating func lanes(of name: Located<String>, _ tracks: [LaidTrack]) -> [TrackID] {
    if let track = tracks.first(where: { $0.id.name == name.value }), track.kind.hasPicture {
      return track.hasTransitions ? track.lanes : [track.id]
    }
    reportUnknownTrack(name, tracks)
    return []
  }

  // MARK: Layers

  /// `parent` is nil for the outermost layer, which lies on the canvas.
  private mutating func lowerTitleLayer(
    _ item: TitleLayerItem, in parent: TitleLayerItem?, owner: CurveOwner
  ) -> TitleLayer? {
    let content = lowerContent(item, owner: owner)
    let children = item.layers.compactMap { lowerTitleLayer($0.value, in: item, owner: owner) }
    let anchor = item.placement.anchor?.value ?? [0.5, 0.5]
    let position =
      parent == nil
      ? positionCurve(item.placement.position, base: middle, owner: owner).map { RelativePoint($0) }
      : relativeCurve(item.placement.position, base: .middle, owner: owner)
    let layer = TitleLayer(
      content: content ?? .group(size: Curve(.whole)), position: position,
      anchor: Point(x: anchor[0], y: anchor[1]),
      scale: curve(item.placement.scale, base: Point(x: 1, y: 1), owner: owner),
      rotation: curve(item.placement.rotate, base: 0, owner: owner),
      opacity: curve(item.opacity, base: 1, owner: owner), fade: fade(item.fade, owner: owner), layers: children,
      origin: Origin(item.span, [.text: item.textSpan, .opacity: item.opacity?.span].compactMapValues { $0 }))
    return content == nil ? nil : layer
  }

  /// Nil for what is broken, which has been reported.
  private mutating func lowerContent(_ item: TitleLayerItem, owner: CurveOwner) -> TitleLayer.Content? {
    switch item.content {
    case .broken: return nil
    case .group(let size): return .group(size: sizeCurve(size, base: .whole, owner: owner))
    case .picture(let size): return .picture(size: sizeCurve(size, base: .whole, owner: owner))
    case .text(let text, let color):
      let style = style(item.style)
      return .text(
        TitleText(
          text.value.withoutLastBreak, style: style,
          color: color.map { curve($0, base: style.color, owner: owner) { value, _ in value.value } }))
    case .image(let name, let size):
      guard let media = image(of: name) else { return nil }
      return .image(media, size: size.map { sizeCurve($0, base: .whole, owner: owner) })
    case .shape(let shape): return .shape(lowerShape(shape, owner: owner))
    }
  }

  private mutating func lowerShape(_ item: ShapeItem, owner: CurveOwner) -> TitleShape {
    let height = Double(canvas.size.height)
    check(item.outline?.value.width, "width of an outline", in: 0...height)
    var figure = TitleShape.Figure.ellipse
    let size: Curve<RelativePoint>
    switch item.figure {
    case .ellipse(let written): size = sizeCurve(written, base: .whole, owner: owner)
    case .rectangle(let written, let radius):
      check(radius, "radius of a corner", in: 0...height * 4)
      figure = .rectangle(radius: radius?.value.resolved(in: height) ?? 0)
      size = sizeCurve(written, base: .whole, owner: owner)
    case .line(let length, let thickness, let ends):
      check(thickness, "thickness of a line", in: 0...height)
      figure = .line(hasRoundEnds: ends?.value == .round)
      let across = RelativeLength(pixels: thickness?.value.resolved(in: height) ?? height * 0.005)
      size = curve(length, base: RelativePoint(x: RelativeLength(fraction: 1), y: across), owner: owner) { value, log in
        if let length = value.value.usable { return RelativePoint(x: length, y: across) }
        log.report(.badValue, "a line cannot be so long", at: value.span)
        return nil
      }
    }
    return TitleShape(
      figure: figure, size: size,
      color: curve(item.color, base: .white, owner: owner) { value, _ in value.value },
      outline: outline(item.outline))
  }

  private mutating func sizeCurve(
    _ written: Located<Animated<[Length]>>?, base: RelativePoint, owner: CurveOwner
  ) -> Curve<RelativePoint> {
    curve(written, base: base, owner: owner) { value, log in
      if let width = value.value[0].usable, let height = value.value[1].usable {
        return RelativePoint(x: width, y: height)
      }
      log.report(.badValue, "a size is neither below 0 nor larger than a hundred canvases", at: value.span)
      return nil
    }
  }

  // MARK: Styles

  private mutating func style(_ written: Located<StyleReference>?) -> TextStyle {
    switch written?.value {
    case nil: return textStyle(nil)
    case .inline(let item): return textStyle(item)
    case .named(let name):
      if let style = document.style(named: name) { return textStyle(style) }
      let near = nearestName(to: name, in: document.styles.map(\.name.value))
      log.report(
        .unknownStyle, "there is no style `\(name)`", at: written?.span,
        fixIts: near.flatMap { near in written.map { [.replace($0.span, with: near, "did you mean `\(near)`?")] } }
          ?? [])
      return textStyle(nil)
    }
  }

  private mutating func textStyle(_ item: StyleItem?) -> TextStyle {
    let height = Double(canvas.size.height)
    check(item?.size, "size of a text", in: 1...height * 4)
    check(item?.outline?.value.width, "width of an outline", in: 0...height)
    check(item?.box?.value.padding, "padding of a box", in: 0...height)
    func pixels(_ length: Located<Length>?, _ otherwise: Double) -> Double {
      length?.value.resolved(in: height) ?? otherwise
    }
    return TextStyle(
      font: item?.font?.value ?? TextStyle.defaultFont, isBold: item?.bold?.value ?? false,
      isItalic: item?.italic?.value ?? false, size: pixels(item?.size, height * 0.08),
      color: item?.color?.value ?? .white, outline: outline(item?.outline),
      box: item?.box.map { .init(color: $0.value.color?.value ?? .black, padding: pixels($0.value.padding, 0)) },
      align: item?.align?.value ?? .centre)
  }

  private func outline(_ item: Located<OutlineItem>?) -> Outline? {
    item.map {
      Outline(
        width: $0.value.width?.value.resolved(in: Double(canvas.size.height)) ?? 0,
        color: $0.value.color?.value ?? .black)
    }
  }

  private mutating func check(_ length: Located<Length>?, _ what: String, in range: ClosedRange<Double>) {
    guard let length, !range.contains(length.value.resolved(in: Double(canvas.size.height))) else { return }
    log.report(
      .badValue, "the \(what) has to lie between \(range.lowerBound.plain) and \(range.upperBound.plain) pixels here",
      at: length.span)
  }

  /// Every font that some title may ask for is on this machine.
  mutating func checkFonts() {
    for style in document.writtenStyles {
      guard let font = style.font, case .missing(let known) = catalog.fonts[font.value] else { continue }
      let near = nearestName(to: font.value, in: known)
      log.report(
        .unknownFont, "this machine has no font `\(font.value)`", at: font.span,
        fixIts: .didYouMean(near, at: font.span))
    }
    if case .missing = catalog.fonts[TextStyle.defaultFont], let title = document.titles.first {
      log.report(
        .unknownFont, "this machine lacks the font that titles have unless said, `\(TextStyle.defaultFont)`",
        at: title.span)
    }
  }
}

extension TextStyle {
  /// The family of titles that name none.
  package static let defaultFont = "DejaVu Sans"
}

extension Length {
  /// Nil for what no box can measure.
  fileprivate var usable: RelativeLength? {
    switch self {
    case .pixels(let pixels): (0...1e6).contains(pixels) ? relative : nil
    case .fraction(let fraction): (0...100).contains(fraction) ? relative : nil
    }
  }
}

extension TitleLayerItem {
  fileprivate var textSpan: SourceSpan? { if case .text(let text, _) = content { text.span } else { nil } }
}
