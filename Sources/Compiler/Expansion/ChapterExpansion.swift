import TimelineModel

extension Composition {
  func value(_ chapter: Chapter) -> YAMLValue {
    var entries: [(String, YAMLValue)] = [
      chapter.end.map { ("over", .range(chapter.at.seconds, $0.seconds)) } ?? ("at", .time(chapter.at.seconds)),
      ("title", value(chapter.title)),
    ]
    if !chapter.artwork.isEmpty { entries.append(("artwork", value(chapter.artwork.map(\.path)))) }
    return .inline(entries)
  }

  private func value(_ texts: Localized<String>) -> YAMLValue {
    guard texts.locales.isEmpty else {
      return .inline(texts.versions.map { ($0.locale?.description ?? LocaleTag.undetermined, .text($0.value)) })
    }
    return .text(texts.first ?? "")
  }
}
