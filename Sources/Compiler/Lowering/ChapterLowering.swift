import Diagnostics
import Syntax
import TimelineModel

extension Lowering {
  /// Chapters in the order of their times.
  mutating func lowerChapters(_ laid: [LaidTrack]) -> [Chapter] {
    let tracks = Lowering.byFile(document.chapters.contains { $0.value.isImported } ? laid : [])
    var chapters: [Chapter] = []
    var others: [Chapter] = []
    for item in document.chapters {
      switch item.value {
      case .place(let place, let title, let artwork):
        checkLengths(title.value)
        guard let range = range(of: place) else { continue }
        let placeSpan =
          switch place {
          case .at(let at): at.span
          case .over(let over): over.span
          }
        chapters.append(
          Chapter(
            at: range.start, end: range.end, title: title.value.map(\.value), artwork: images(artwork),
            origin: Origin(item.span, [.at: placeSpan, .text: title.span])))
      case .imported(let name):
        guard let more = imported(name, tracks, room: Lowering.mostImported - others.count) else { return [] }
        others += more
      case .broken: break
      }
    }
    // What is written by hand interrupts what comes from elsewhere.
    let starts = (chapters + others).map(\.at).sorted()
    for index in others.indices {
      let next = starts.first(after: others[index].at)
      if let next, let end = others[index].end { others[index].end = min(end, next) }
    }
    var all = (chapters + others).enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    // Where titles are written in different orders, that of the first counts.
    if let first = all.map(\.title).locales.first {
      for index in all.indices { all[index].title.putFirst(first) }
    }
    return all
  }

  /// The most bytes of UTF-8 of a chapter's title: QuickTime and MP4 write how many in 16 bits.
  private static let longestTitle = Int(UInt16.max)

  private mutating func checkLengths(_ title: Localized<Located<String>>) {
    for text in title.versions.map(\.value) where text.value.utf8.count > Lowering.longestTitle {
      log.report(
        .limitExceeded, "a chapter's title has at most 65,535 bytes; this one has \(text.value.utf8.count)", at: text.span)
    }
  }

  private mutating func range(of place: ChapterPlace) -> (start: TimelineTime, end: TimelineTime?)? {
    let clock = Clock.timeline(canvas)
    switch place {
    case .at(let at): return seconds(at, on: clock).map { (TimelineTime($0), nil) }
    case .over(let over):
      guard let range = range(over.value, on: clock) else { return nil }
      guard range.start < range.end else {
        log.report(
          .emptyRange, "this chapter would end at \(range.end.inWords), not after it begins at \(range.start.inWords)",
          at: over.span)
        return nil
      }
      return (TimelineTime(range.start), TimelineTime(range.end))
    }
  }

  private mutating func images(_ written: Located<Localized<Located<ClipItem>>>?) -> Localized<MediaReference> {
    let versions = written?.value.versions ?? []
    return Localized(
      versions.compactMap { version in
        image(of: version.value, colorHint: "a chapter's picture is a file").map {
          .init(locale: version.locale, value: $0)
        }
      })
  }
}

// MARK: Chapters of assets

extension Lowering {
  /// The largest number of chapters that may come with assets.
  private static let mostImported = 100_000

  /// The tracks that play each file, however it is read, with those of their segments alone.
  private static func byFile(_ tracks: [LaidTrack]) -> [MediaReference: [LaidTrack]] {
    var found: [MediaReference: [LaidTrack]] = [:]
    for track in tracks {
      let segments = Dictionary(grouping: track.segments) { segment -> MediaReference? in
        if case .media(let media) = segment.asset { media.file } else { nil }
      }
      for case (let file?, let own) in segments {
        var track = track
        track.segments = own
        found[file, default: []].append(track)
      }
    }
    return found
  }

  /// The chapters of an asset, where the frames of the programme show it: each begins with the first frame that falls
  /// into it, and ends with the last, or where the next chapter of the kind begins.
  ///
  /// Nil if there are more than `room`.
  private mutating func imported(
    _ name: Located<String>, _ tracks: [MediaReference: [LaidTrack]], room: Int
  ) -> [Chapter]? {
    let asset = asset(of: Located(.named(name), at: name.span))
    guard case .media(let media) = asset else {
      if case .color = asset {
        log.report(.noChapters, "`\(name.value)` is a colour, which has no chapters", at: name.span)
      }
      return []
    }
    // Where picture and sound are cut on tracks of their own, the picture leads.
    let playing = tracks[media.file] ?? []
    let pictures = playing.filter(\.kind.hasPicture)
    guard !playing.isEmpty else {
      log.report(.noChapters, "`\(name.value)` plays on no track, so no chapters come with it", at: name.span)
      return []
    }
    guard let facts = catalog.facts(for: media) else { return [] }
    guard !facts.chapters.isEmpty else {
      log.report(.noChapters, "`\(name.value)` has no chapters", at: name.span)
      return []
    }
    for (index, chapter) in facts.chapters.enumerated() {
      guard let count = chapter.titles.versions.map(\.value.utf8.count).max(), count > Lowering.longestTitle else { continue }
      log.report(
        .limitExceeded,
        "a chapter's title has at most 65,535 bytes; that of chapter \(index + 1) of `\(name.value)` has \(count)",
        at: name.span)
      return []
    }
    let segments = (pictures.isEmpty ? playing : pictures).flatMap(\.segments)
    let ranges = facts.chapters.map {
      SourceRange(SourceTime($0.start - facts.origin), SourceTime($0.end - facts.origin))
    }
    let table = ChapterTable(ranges)
    var visits: [ChapterVisit] = []
    for segment in segments where visits.count <= room {
      visits += table.visits(of: segment, at: canvas.rate, limit: room - visits.count)
    }
    guard visits.count <= room else {
      log.report(
        .limitExceeded, "with these, more than \(Lowering.mostImported) chapters come with assets", at: name.span)
      return nil
    }
    visits.sort { $0.range.start < $1.range.start }
    visits = visits.reduce(into: []) { kept, visit in
      guard let last = kept.last, last.range.end >= visit.range.start else { return kept.append(visit) }
      if last.chapter == visit.chapter {
        kept[kept.count - 1].range = last.range.union(visit.range)
      } else {
        kept[kept.count - 1].range.end = visit.range.start
        kept.append(visit)
      }
    }
    return visits.compactMap { visit in
      visit.range.intersection(programme).map {
        let facts = facts.chapters[visit.chapter]
        return Chapter(
          at: $0.start, end: $0.end, title: facts.titles, artwork: facts.artwork, origin: Origin(name.span))
      }
    }
  }
}

extension [TimelineTime] {
  /// Of times in order, the first that comes after one.
  fileprivate func first(after time: TimelineTime) -> TimelineTime? {
    let before = leadingCount { $0 <= time }
    return before < count ? self[before] : nil
  }
}
