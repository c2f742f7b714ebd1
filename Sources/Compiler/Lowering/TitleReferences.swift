import Diagnostics
package import TimelineModel

extension TitleLayerItem {
  /// It and all layers on it.
  var all: [TitleLayerItem] { [self] + layers.flatMap(\.value.all) }
}

extension TimelineDocument {
  func style(named name: String) -> StyleItem? { styles.first { $0.name.value == name }?.item.value }

  private var titleLayers: [TitleLayerItem] { titles.flatMap(\.value.layer.all) }

  /// Every style there is, named or not.
  var writtenStyles: [StyleItem] {
    styles.map(\.item.value)
      + titleLayers.compactMap { if case .inline(let style) = $0.style?.value { style } else { nil } }
  }

  /// Every font family the document names or falls back on.
  package var fontFamilies: [String] {
    guard !titles.isEmpty else { return [] }
    return Array(Set(writtenStyles.compactMap { $0.font?.value } + [TextStyle.defaultFont])).sorted()
  }

  /// Every text with the font that it is set in.
  package var fontTexts: Set<FontText> {
    Set(
      titleLayers.compactMap { layer in
        guard case .text(let text, _) = layer.content else { return nil }
        let style: StyleItem? =
          switch layer.style?.value {
          case .inline(let style): style
          case .named(let name): self.style(named: name)
          case nil: nil
          }
        return FontText(
          text.value.withoutLastBreak, font: style?.font?.value ?? TextStyle.defaultFont,
          isBold: style?.bold?.value ?? false,
          isItalic: style?.italic?.value ?? false)
      })
  }

  var titleImages: [ClipItem] {
    titleLayers.compactMap { if case .image(let name, _) = $0.content { name.value } else { nil } }
  }
}

extension String {
  /// A block text in YAML ends with a line break that nobody means.
  var withoutLastBreak: String { hasSuffix("\n") ? String(dropLast()) : self }
}
