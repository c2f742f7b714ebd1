import Diagnostics
import TimelineModel

extension Lowering {
  mutating func lowerTitles() -> [Title] {
    document.titles.enumerated().compactMap { lowerTitle($1, $0) }
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

  private mutating func lowerTitle(_ written: Located<TitleItem>, _ index: Int) -> Title? {
    let item = written.value
    let style = style(item.style)
    guard let range = try? range(ofTitle: index) else { return nil }
    let owner = CurveOwner(range: range, hasOwnClock: true)
    let anchor = item.placement.anchor?.value ?? [0.5, 0.5]
    let fields: [Origin.Field: SourceSpan?] = [
      .id: item.id?.span, .text: item.text?.span, .over: item.over?.span, .opacity: item.opacity?.span,
    ]
    return Title(
      text: withoutLastBreak(item.text?.value ?? ""), range: range, style: style,
      position: positionCurve(item.placement.position, base: middle, owner: owner),
      anchor: Point(x: anchor[0], y: anchor[1]),
      scale: curve(item.placement.scale, base: Point(x: 1, y: 1), owner: owner),
      rotation: curve(item.placement.rotate, base: 0, owner: owner),
      opacity: curve(item.opacity, base: 1, owner: owner), fade: fade(item.fade, owner: owner),
      origin: Origin(written.span, fields.compactMapValues { $0 }))
  }

  /// A block text in YAML ends with a line break that nobody means.
  private func withoutLastBreak(_ text: String) -> String { text.hasSuffix("\n") ? String(text.dropLast()) : text }

  private mutating func style(_ written: Located<StyleReference>?) -> TextStyle {
    switch written?.value {
    case nil: return textStyle(nil)
    case .inline(let item): return textStyle(item)
    case .named(let name):
      if let style = document.styles.first(where: { $0.name.value == name }) { return textStyle(style.item.value) }
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
      color: item?.color?.value ?? .white,
      outline: item?.outline.map { .init(width: pixels($0.value.width, 0), color: $0.value.color?.value ?? .black) },
      box: item?.box.map { .init(color: $0.value.color?.value ?? .black, padding: pixels($0.value.padding, 0)) },
      align: item?.align?.value ?? .centre)
  }

  private mutating func check(_ length: Located<Length>?, _ what: String, in range: ClosedRange<Double>) {
    guard let length, !range.contains(length.value.resolved(in: Double(canvas.size.height))) else { return }
    log.report(
      .badValue, "the \(what) has to lie between \(range.lowerBound.plain) and \(range.upperBound.plain) pixels here",
      at: length.span)
  }

  /// Every font that some title may ask for is on this machine.
  mutating func checkFonts() {
    let inline = document.titles.compactMap { title -> StyleItem? in
      if case .inline(let style) = title.value.style?.value { style } else { nil }
    }
    for style in document.styles.map(\.item.value) + inline {
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
