/// A language tag of BCP 47, such as `en`, `pt-BR` or `zh-Hant-TW`, in the letters that RFC 5646 recommends.
package struct LocaleTag: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let description: String

  /// Nil for what is no tag. Its parts are looked at, not whether they are registered.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.count), language.allSatisfy(\.isTagLetter),
      parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { $0.isTagLetter || $0.isTagDigit } })
    else { return nil }
    // What follows a single letter is an extension's own.
    let ownCount = parts.dropFirst().firstIndex { $0.count == 1 } ?? parts.count
    description = parts.enumerated().map { index, part in
      switch (part.count, index) {
      case (_, 0), (_, ownCount...): part.lowercased()
      case (2, _): part.uppercased()
      case (4, _) where part.allSatisfy(\.isTagLetter): part.prefix(1).uppercased() + part.dropFirst().lowercased()
      default: part.lowercased()
      }
    }.joined(separator: "-")
  }

  /// What is in no language, or in none that is known.
  package static let undetermined = "und"

  private init(parts: some Sequence<Substring>) { description = parts.joined(separator: "-") }

  package static func < (a: LocaleTag, b: LocaleTag) -> Bool { a.description < b.description }

  private var parts: [Substring] { description.split(separator: "-") }
  /// Without script, region and all else.
  package var language: String { String(parts[0]) }

  /// Itself and what is left as parts are taken from its end: `zh-Hant-TW`, `zh-Hant`, `zh`. No single letter ends one.
  private var ranges: [LocaleTag] {
    (1...parts.count).reversed().filter { parts[$0 - 1].count > 1 }.map { LocaleTag(parts: parts.prefix($0)) }
  }

  /// Which of what there is suits best who prefers these languages, the first most: RFC 4647's lookup, then anything in
  /// the same language; the first there is where nobody prefers any of it. Nil where there is nothing.
  package static func best(of available: [LocaleTag], for preferred: [LocaleTag]) -> LocaleTag? {
    let known = preferred.isEmpty ? [] : Set(available)
    for wanted in preferred {
      if let exact = wanted.ranges.first(where: known.contains) { return exact }
      if let near = available.first(where: { $0.language == wanted.language }) { return near }
    }
    return available.first
  }
}

extension Character {
  fileprivate var isTagLetter: Bool { isASCII && isLetter }
  fileprivate var isTagDigit: Bool { isASCII && isNumber }
}
