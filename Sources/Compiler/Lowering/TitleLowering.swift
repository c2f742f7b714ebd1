import Diagnostics
import Syntax
import TimelineModel

extension Lowering {
  mutating func lowerTitles(_ tracks: [LaidTrack]) -> [Title] {
    let titles = document.titles.enumerated().compactMap { lowerTitle($1, $0, tracks) }
    guard Lowering.exceedsLimit(titles) else { return titles }
    log.report(
      .limitExceeded, "so many titles show at the same times that they have more than a million layers",
      at: document.titles.first?.span ?? document.tracksSpan)
    return []
  }

  /// True if the titles that show are more than a million, counted anew at each time at which one comes or goes.
  private static func exceedsLimit(_ titles: [Title]) -> Bool {
    // So few come and go at no more than 1,400 times.
    guard titles.count > 700 else { return false }
    let changes = titles.flatMap { [($0.range.start, 1), ($0.range.end, -1)] }.sorted { $0.0 < $1.0 }
    var (shown, count, last): (Int, Int, TimelineTime?) = (0, 0, nil)
    for (time, change) in changes {
      if time != last { count += shown }
      (shown, last) = (shown + change, time)
      if count > InstructionGenerator.mostLayers { return true }
    }
    return false
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
    return Title(
      range: range, layer: layer, behind: behind,
      origin: Origin(written.span, [.id: item.id?.span, .over: item.over?.span]))
  }

  /// The tracks that a written one has become.
  private mutating func lanes(of name: Located<String>, _ tracks: [LaidTrack]) -> [TrackID] {
    if let number = names.trackNumbers[name.value], tracks[number].kind.hasPicture {
      return tracks[number].hasTransitions ? tracks[number].lanes : [tracks[number].id]
    }
    reportUnknownTrack(name)
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
      origin: Origin(item.span, [.text: item.textSpan, .opacity: item.opacity?.span]))
    return content == nil ? nil : layer
  }

  /// Nil for what is broken, which has been reported.
  private mutating func lowerContent(_ item: TitleLayerItem, owner: CurveOwner) -> TitleLayer.Content? {
    switch item.content {
    case .broken: return nil
    case .group(let size): return .group(size: sizeCurve(size, base: .whole, owner: owner))
    case .picture(let size): return .picture(size: sizeCurve(size, base: .whole, owner: owner))
    case .text(let runs, let color, let width):
      let style = textStyle(document.style(item.style))
      let parts = runs.value.map { run in
        TextRun(run.text?.value ?? "", style: textStyle(document.style(run, in: item)))
      }
      check(width, "width of a text", in: 1...1e6)
      return .text(
        TitleText(
          runs: parts, style: style,
          color: color.map { curve($0, base: style.color, owner: owner) { value, _ in value.value } },
          width: width?.value.relative))
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

  private mutating func checkName(_ reference: Located<StyleReference>) {
    guard case .named(let name) = reference.value, document.style(named: name) == nil else { return }
    let near = names.nearStyles.nearest(to: name)
    log.report(
      .unknownStyle, "there is no style `\(name)`", at: reference.span, fixIts: .didYouMean(near, at: reference.span))
  }

  private mutating func checkLengths(_ item: StyleItem) {
    let height = Double(canvas.size.height)
    check(item.size, "size of a text", in: 1...height * 4)
    check(item.outline?.value.width, "width of an outline", in: 0...height)
    check(item.box?.value.padding, "padding of a box", in: 0...height)
    check(item.shadow?.value.blur, "blur of a shadow", in: 0...height)
    check(item.letterSpacing, "letter spacing", in: -height...height)
    for offset in item.shadow?.value.offset?.value ?? [] {
      check(
        Located(offset, at: item.shadow?.value.offset?.span ?? item.shadow!.span), "offset of a shadow",
        in: -height...height)
    }
    if let spacing = item.lineSpacing, !(0...10).contains(spacing.value) {
      log.report(.badValue, "the line spacing has to lie between 0 and 10", at: spacing.span)
    }
  }

  private func textStyle(_ item: StyleItem?) -> TextStyle {
    let height = Double(canvas.size.height)
    func pixels(_ length: Located<Length>?, _ otherwise: Double) -> Double {
      length?.value.resolved(in: height) ?? otherwise
    }
    let shadow = item?.shadow.map { shadow in
      let offset = shadow.value.offset?.value.map { $0.resolved(in: height) } ?? [height * 0.004, height * 0.004]
      return TextStyle.Shadow(
        offset: Point(x: offset[0], y: offset[1]), blur: pixels(shadow.value.blur, height * 0.004),
        color: shadow.value.color?.value ?? Color(red: 0, green: 0, blue: 0, alpha: 160))
    }
    return TextStyle(
      fonts: item?.font?.value.map(\.value) ?? [TextStyle.defaultFont], isBold: item?.bold?.value ?? false,
      isItalic: item?.italic?.value ?? false, size: pixels(item?.size, height * 0.08),
      color: item?.color?.value ?? .white, outline: outline(item?.outline),
      shadow: shadow, letterSpacing: pixels(item?.letterSpacing, 0), lineSpacing: item?.lineSpacing?.value ?? 1,
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

  /// Every style is one that can be drawn, with fonts that are on this machine.
  mutating func checkStyles() {
    for reference in document.styleReferences { checkName(reference) }
    for style in document.writtenStyles {
      checkLengths(style)
      if let fonts = style.font, fonts.value.count > StyleItem.mostFonts {
        log.report(
          .limitExceeded, "a style names at most \(StyleItem.mostFonts) fonts; this one names \(fonts.value.count)",
          at: fonts.span)
        continue
      }
      for font in style.font?.value ?? [] {
        switch catalog.fonts[font.value] {
        case .missing(let known):
          let near = nearestName(to: font.value, in: known)
          log.report(
            .unknownFont, "this machine has no font `\(font.value)`", at: font.span,
            fixIts: .didYouMean(near, at: font.span))
        case .refused(let reason): reportUnread(font.value, reason, at: font.span)
        case .found, nil: break
        }
      }
    }
    guard let title = document.titles.first else { return }
    switch catalog.fonts[TextStyle.defaultFont] {
    case .missing:
      log.report(
        .unknownFont, "this machine lacks the font that titles have unless said, `\(TextStyle.defaultFont)`",
        at: title.span)
    case .refused(let reason): reportUnread(TextStyle.defaultFont, reason, at: title.span)
    case .found, nil: break
    }
  }

  private mutating func reportUnread(_ font: String, _ reason: String, at span: SourceSpan) {
    log.report(
      .unknownFont, "cannot look for the font `\(font)`: a folder of fonts cannot be read: \(reason)", at: span)
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
  fileprivate var textSpan: SourceSpan? { if case .text(let text, _, _) = content { text.span } else { nil } }
}
