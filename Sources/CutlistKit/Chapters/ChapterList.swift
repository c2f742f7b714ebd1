import Platform
package import TimelineModel

/// The chapters of a document or a movie, in the languages that their titles have.
package struct ChapterList: Sendable {
  package let chapters: [ChapterFacts]

  package init(_ composition: Composition) { chapters = composition.chapters(within: composition.range) }

  /// Of a movie, with what is told beside it of what it cannot hold.
  /// - Throws: an error if the system does not let that be read.
  package init(_ facts: MediaFacts, path: String) throws(UnreadableDocument) {
    let own = facts.chapters.map { chapter in
      ChapterFacts(
        start: chapter.start - facts.origin, end: chapter.end - facts.origin, titles: chapter.titles)
    }
    do throws(SystemFailure) {
      chapters = try ChapterSidecar.read(besides: path)?.chapters(agreeingWith: own) ?? own
    } catch {
      throw UnreadableDocument(path: ChapterSidecar.path(besides: path), reason: error.description, isRefusal: true)
    }
  }

  /// The languages that can be chosen, in the order in which they come.
  package var locales: [LocaleTag] { chapters.map(\.titles).locales }

  /// Those that have a title in a language, and what they have in it; none where that is not among `locales`.
  package func items(in locale: LocaleTag) -> [Item] {
    items { chapter in
      chapter.titles[locale].map { Item.Content(locale: locale, title: $0, artwork: chapter.artwork[locale]) }
    }
  }

  /// All of them, as they suit best who prefers these languages, the first most.
  package func items(bestFor preferred: [LocaleTag]) -> [Item] {
    items { chapter in
      let title = chapter.titles.best(for: preferred)
      return Item.Content(
        locale: title?.locale, title: title?.value, artwork: chapter.artwork.best(for: preferred)?.value)
    }
  }

  private func items(_ content: (ChapterFacts) -> Item.Content?) -> [Item] {
    chapters.enumerated().compactMap { index, chapter in
      content(chapter).map { Item(number: index + 1, start: chapter.start, end: chapter.end, content: $0) }
    }
  }

  /// A chapter in one language.
  package struct Item: Hashable, Sendable {
    /// From 1, as `render --chapter` counts.
    package var number: Int
    /// In seconds.
    package var start: Rational
    package var end: Rational
    package var content: Content

    package struct Content: Hashable, Sendable {
      /// The title's.
      package var locale: LocaleTag?
      package var title: String?
      package var artwork: MediaReference?
    }
  }
}

extension Localized {
  fileprivate func best(for preferred: [LocaleTag]) -> Version? {
    var sorted = self
    sorted.putFirst(bestFor: preferred)
    return sorted.versions.first
  }
}
