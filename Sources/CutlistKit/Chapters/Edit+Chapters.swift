import Compiler
import TimelineModel

/// A chapter of an edit, in one language.
public struct ChapterGroup: Sendable, Hashable {
  /// From 1.
  public let number: Int
  public let start: Time
  public let end: Time
  /// The title's language, as a tag of BCP 47; nil for a title that is for everybody.
  public let locale: String?
  public let title: String?
  /// The picture that stands for it, as the document names it.
  public let artwork: String?

  init(_ item: ChapterList.Item) {
    number = item.number
    start = Time(seconds: item.start)
    end = Time(seconds: item.end)
    locale = item.content.locale?.description
    title = item.content.title
    artwork = item.content.artwork?.path
  }
}

extension Edit {
  /// The languages of its chapters' titles, in the order in which they come.
  public var availableChapterLocales: [String] { chapterList?.locales.map(\.description) ?? [] }

  /// The chapters that have a title in a language; none where no chapter has one.
  public func chapterGroups(titleLocale: String) -> [ChapterGroup] {
    LocaleTag(titleLocale).flatMap { chapterList?.items(in: $0) }?.map(ChapterGroup.init) ?? []
  }

  /// All chapters, in the languages that suit best who prefers these, the first most.
  public func chapterGroups(bestMatchingPreferredLanguages languages: [String]) -> [ChapterGroup] {
    chapterList?.items(bestFor: languages.compactMap(LocaleTag.init)).map(ChapterGroup.init) ?? []
  }

  private var chapterList: ChapterList? { loaded.compilation.composition.map(ChapterList.init) }
}
