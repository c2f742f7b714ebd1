/// A named place to jump to.
package struct Chapter: Hashable, Sendable {
  package var at: TimelineTime
  /// Where it ends; nil where it lasts until the next one begins, or the programme ends.
  package var end: TimelineTime?
  /// The first is what movies call it, which have room for one.
  package var title: Localized<String>
  package var artwork: Localized<MediaReference>
  package var origin: Origin

  package init(
    at: TimelineTime, end: TimelineTime? = nil, title: Localized<String>,
    artwork: Localized<MediaReference> = Localized(), origin: Origin = .none
  ) {
    self.at = at
    self.end = end
    self.title = title
    self.artwork = artwork
    self.origin = origin
  }
}

extension Composition {
  /// The chapters of the movie that a stretch of the timeline makes, on its own clock: those that lie in it, or as much
  /// of them as does.
  package func chapters(within stretch: TimelineRange) -> [ChapterFacts] {
    let ordered = chapters.sorted { $0.at < $1.at }
    return zip(ordered, ordered.dropFirst().map(\.at) + [end]).compactMap { chapter, next in
      guard let part = TimelineRange(chapter.at, chapter.end ?? next).intersection(stretch) else { return nil }
      return ChapterFacts(
        start: part.start - stretch.start, end: part.end - stretch.start, titles: chapter.title,
        artwork: chapter.artwork)
    }
  }

  /// Where the chapter with a number begins and ends, the first being 1; nil where there are not so many.
  package func range(ofChapter number: Int) -> TimelineRange? {
    let all = chapters(within: range)
    guard all.indices.contains(number - 1) else { return nil }
    return TimelineRange(TimelineTime(all[number - 1].start), TimelineTime(all[number - 1].end))
  }

  /// Puts those titles and pictures of the chapters first that suit best who prefers these languages.
  package mutating func preferChapterLanguages(_ languages: [LocaleTag]) {
    guard !languages.isEmpty else { return }
    for index in chapters.indices {
      chapters[index].title.putFirst(bestFor: languages)
      chapters[index].artwork.putFirst(bestFor: languages)
    }
  }
}
