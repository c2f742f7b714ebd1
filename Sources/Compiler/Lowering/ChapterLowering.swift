import Diagnostics
import TimelineModel

extension Lowering {
  /// Chapters in the order of their times.
  mutating func lowerChapters(_ tracks: [LaidTrack]) -> [Chapter] {
    var chapters: [Chapter] = []
    var others: [Chapter] = []
    for item in document.chapters {
      switch item.value {
      case .place(let place, let title, let artwork):
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
      case .imported(let name): others += imported(name, tracks)
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
  /// The chapters of an asset, where the frames of the programme show it: each begins with the first frame that falls
  /// into it, and ends with the last, or where the next chapter of the kind begins.
  private mutating func imported(_ name: Located<String>, _ tracks: [LaidTrack]) -> [Chapter] {
    let asset = asset(of: Located(.named(name), at: name.span))
    guard case .media(let media) = asset else {
      if case .color = asset {
        log.report(.noChapters, "`\(name.value)` is a colour, which has no chapters", at: name.span)
      }
      return []
    }
    // Where picture and sound are cut on tracks of their own, the picture leads.
    let playing = tracks.filter { $0.plays(media) }
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
    let segments = (pictures.isEmpty ? playing : pictures).flatMap(\.segments).filter { $0.asset.plays(media) }
    var visits = segments.flatMap { self.visits(of: $0, to: facts) }.sorted { $0.range.start < $1.range.start }
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

  /// Which chapters of its source a segment comes to, one after another.
  private func visits(of segment: LaidSegment, to facts: MediaFacts) -> [ChapterVisit] {
    guard let mapping = segment.mapping else { return [] }
    let ranges = facts.chapters.map {
      SourceRange(SourceTime($0.start - facts.origin), SourceTime($0.end - facts.origin))
    }
    let edges = ranges.flatMap { [$0.start, $0.end] }.sorted()
    let runsOneWay = if case .looped = mapping.course { false } else { true }
    var visits: [ChapterVisit] = []
    func time(of frame: Int64) -> TimelineTime { TimelineTime(canvas.rate.seconds(ofFrame: frame)) }
    /// Halves the frames until those that are left lie between the same two edges, if the source runs one way.
    func visit(_ frames: Range<Int64>) {
      let moments = [frames.lowerBound, frames.upperBound - 1].map { mapping.source(at: time(of: $0)) }
      let (first, last) = (moments.min()!, moments.max()!)
      let next = edges.leadingCount { $0 < first }
      let isBetweenEdges = first == last || next == edges.count || edges[next] > last
      guard frames.count == 1 || runsOneWay && isBetweenEdges else {
        let middle = frames.lowerBound + Int64(frames.count / 2)
        visit(frames.lowerBound..<middle)
        return visit(middle..<frames.upperBound)
      }
      guard let chapter = ranges.lastIndex(where: { $0.shows(moments[0], backward: mapping.isReversed) }) else {
        return
      }
      let (start, end) = (time(of: frames.lowerBound), min(time(of: frames.upperBound), segment.range.end))
      if let last = visits.last, last.chapter == chapter, last.range.end == start {
        visits[visits.count - 1].range.end = end
      } else {
        visits.append(ChapterVisit(chapter: chapter, range: TimelineRange(start, end)))
      }
    }
    let frames = canvas.rate.frames(in: segment.range)
    if !frames.isEmpty { visit(frames) }
    return visits
  }
}

/// A stretch of the timeline that shows some chapter of an asset.
private struct ChapterVisit {
  /// Its number among the asset's, from 0.
  var chapter: Int
  var range: TimelineRange
}

extension SourceRange {
  /// Whether a frame for a moment is one of this range; backward, each holds the end of its interval.
  fileprivate func shows(_ moment: SourceTime, backward: Bool) -> Bool {
    backward ? start < moment && moment <= end : contains(moment)
  }
}

extension LaidTrack {
  fileprivate func plays(_ media: MediaReference) -> Bool { segments.contains { $0.asset.plays(media) } }
}

extension Asset {
  /// Whether it is this file, however it is read.
  fileprivate func plays(_ media: MediaReference) -> Bool {
    if case .media(let own) = self { own.file == media.file } else { false }
  }
}

extension [TimelineTime] {
  /// Of times in order, the first that comes after one.
  fileprivate func first(after time: TimelineTime) -> TimelineTime? {
    let before = leadingCount { $0 <= time }
    return before < count ? self[before] : nil
  }
}
