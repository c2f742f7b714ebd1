import Diagnostics
package import TimelineModel

extension TitleLayerItem {
  /// It and all layers on it.
  var all: [TitleLayerItem] { [self] + layers.flatMap(\.value.all) }
}

extension TimelineDocument {
  func style(named name: String) -> StyleItem? { styleNumbers[name].map { styles[$0].item.value } }

  private var titleLayers: [TitleLayerItem] { titles.flatMap(\.value.layer.all) }

  /// Wherever a title or a part of its text says how it looks.
  var styleReferences: [Located<StyleReference>] {
    titleLayers.flatMap { layer -> [Located<StyleReference>?] in
      guard case .text(let runs, _, _) = layer.content else { return [layer.style] }
      return [layer.style] + runs.value.map(\.style)
    }.compactMap(\.self)
  }

  /// Every style there is, named or not.
  var writtenStyles: [StyleItem] {
    styles.map(\.item.value)
      + styleReferences.compactMap { if case .inline(let style) = $0.value { style } else { nil } }
  }

  /// Every font family the document names or falls back on.
  package var fontFamilies: [String] {
    guard !titles.isEmpty else { return [] }
    return Array(Set(writtenStyles.flatMap { $0.font?.value.map(\.value) ?? [] } + [TextStyle.defaultFont])).sorted()
  }

  /// Every text with the fonts that it is set in.
  package var fontTexts: Set<FontText> {
    Set(
      titleLayers.flatMap { layer -> [FontText] in
        guard case .text(let runs, _, _) = layer.content else { return [] }
        return runs.value.map { run in
          let style = style(run, in: layer)
          return FontText(
            run.text?.value ?? "", fonts: style?.font?.value.map(\.value) ?? [TextStyle.defaultFont],
            isBold: style?.bold?.value ?? false, isItalic: style?.italic?.value ?? false)
        }
      })
  }

  /// What is written of a run's style, its own before that of the text around it; nil where nothing is.
  func style(_ run: TextRunItem, in layer: TitleLayerItem) -> StyleItem? {
    let around = style(layer.style)
    return style(run.style)?.over(around) ?? around
  }

  func style(_ reference: Located<StyleReference>?) -> StyleItem? {
    switch reference?.value {
    case .inline(let style): style
    case .named(let name): style(named: name)
    case nil: nil
    }
  }

  var titleImages: [ClipItem] {
    titleLayers.compactMap { if case .image(let name, _) = $0.content { name.value } else { nil } }
  }
}

extension String {
  /// A block text in YAML ends with a line break that nobody means.
  var withoutLastBreak: String { hasSuffix("\n") ? String(dropLast()) : self }
}
