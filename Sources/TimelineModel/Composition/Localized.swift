/// One thing in several languages, each at most once. The first is meant where nobody asks for another.
package struct Localized<Value: Sendable>: Sendable {
  package private(set) var versions: [Version]

  package struct Version: Sendable {
    /// Nil for what has no language, or none that is known.
    package var locale: LocaleTag?
    package var value: Value

    package init(locale: LocaleTag?, value: Value) {
      self.locale = locale
      self.value = value
    }
  }

  /// Of versions in one language the first counts.
  package init(_ versions: [Version] = []) {
    var seen: Set<LocaleTag?> = []
    self.versions = versions.filter { seen.insert($0.locale).inserted }
  }

  /// In no language.
  package init(_ value: Value) { versions = [Version(locale: nil, value: value)] }

  package var isEmpty: Bool { versions.isEmpty }
  package var first: Value? { versions.first?.value }
  package var locales: [LocaleTag] { versions.compactMap(\.locale) }

  /// The version in a language, and in no other.
  package subscript(locale: LocaleTag?) -> Value? { versions.first { $0.locale == locale }?.value }

  package mutating func putFirst(_ locale: LocaleTag) {
    guard let index = versions.firstIndex(where: { $0.locale == locale }) else { return }
    versions.insert(versions.remove(at: index), at: 0)
  }

  /// Puts first what suits best who prefers these languages, the first most. What is in none of them stays where it is.
  package mutating func putFirst(bestFor preferred: [LocaleTag]) {
    guard let best = LocaleTag.best(of: locales, for: preferred),
      preferred.contains(where: { $0.language == best.language })
    else { return }
    putFirst(best)
  }

  package func map<Other>(_ transform: (Value) -> Other) -> Localized<Other> {
    Localized<Other>(versions.map { .init(locale: $0.locale, value: transform($0.value)) })
  }
}

extension Localized: Equatable where Value: Equatable {}
extension Localized: Hashable where Value: Hashable {}
extension Localized.Version: Equatable where Value: Equatable {}
extension Localized.Version: Hashable where Value: Hashable {}

extension Localized: Codable where Value: Codable {}
extension Localized.Version: Codable where Value: Codable {}

extension Localized: ExpressibleByUnicodeScalarLiteral where Value == String {
  package init(unicodeScalarLiteral text: String) { self.init(text) }
}
extension Localized: ExpressibleByExtendedGraphemeClusterLiteral where Value == String {
  package init(extendedGraphemeClusterLiteral text: String) { self.init(text) }
}
extension Localized: ExpressibleByStringLiteral where Value == String {
  package init(stringLiteral text: String) { self.init(text) }
}

extension [Localized<String>] {
  /// The languages that come in any of them, in the order in which they come first.
  package var locales: [LocaleTag] {
    var seen: Set<LocaleTag> = []
    return flatMap(\.locales).filter { seen.insert($0).inserted }
  }
}
