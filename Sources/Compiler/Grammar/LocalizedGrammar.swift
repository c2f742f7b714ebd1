import Diagnostics
import Syntax
import TimelineModel

extension Grammar {
  /// A value for everybody, or one for each of several languages.
  static func localized<Element: Sendable>(
    _ noun: String, of element: Grammar<Element>
  ) -> Grammar where Value == Localized<Located<Element>> {
    let single = element.located.map { Localized($0) }
    let names = Grammar<[NamedItem<Element>]>.names(of: element, noun)
    let several = Grammar<Value>(noun: noun, schema: names.schema) { node, log in
      names.read(node, &log).flatMap { localized($0, of: node, &log) }
    }
    return .either("\(noun), or one for each of several languages", scalar: single, mapping: several)
  }

  private static func localized<Element: Sendable>(
    _ items: [NamedItem<Element>], of node: Node, _ log: inout DiagnosticLog
  ) -> Value? where Value == Localized<Located<Element>> {
    var versions: [Value.Version] = []
    var seen: Set<LocaleTag> = []
    for item in items {
      guard let locale = LocaleTag(item.name.value) else {
        log.report(
          .badLanguageTag, "`\(item.name.value)` is no language; write a tag such as `en` or `pt-BR`",
          at: item.name.span)
        continue
      }
      if !seen.insert(locale).inserted {
        log.report(.conflictingKeys, "`\(item.name.value)` is the same language once more", at: item.name.span)
      }
      versions.append(.init(locale: locale, value: item.item))
    }
    if node.entries?.isEmpty ?? false { log.report(.badValue, "there is nothing in any language here", at: node.span) }
    return versions.isEmpty ? nil : Localized(versions)
  }
}
