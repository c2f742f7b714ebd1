import Diagnostics
import TimelineModel

/// Which chapter of an asset each moment of its source shows.
struct ChapterTable {
  /// Where chapters begin and end, in order.
  private let edges: [SourceTime]
  /// The numbers of the chapters from one edge to the next, from 0; nil where there is none.
  private var chapters: [Int?]

  /// Where chapters overlap, the one that is listed last counts.
  init(_ ranges: [SourceRange]) {
    let edges = Set(ranges.flatMap { [$0.start, $0.end] }).sorted()
    self.edges = edges
    chapters = [Int?](repeating: nil, count: edges.count)
    // The first stretch at or behind each that is still free.
    var free = Array(0...edges.count)
    func firstFree(from start: Int) -> Int {
      var place = start
      while free[place] != place {
        free[place] = free[free[place]]
        place = free[place]
      }
      return place
    }
    for (chapter, range) in ranges.enumerated().reversed() where range.start < range.end {
      let end = edges.leadingCount { $0 < range.end }
      var place = firstFree(from: edges.leadingCount { $0 < range.start })
      while place < end {
        chapters[place] = chapter
        free[place] = place + 1
        place = firstFree(from: place)
      }
    }
  }

  /// The chapter that a frame for a moment shows; backward, each holds the end of its interval.
  func chapter(at moment: SourceTime, backward: Bool) -> Int? {
    let begun = edges.leadingCount { backward ? $0 < moment : $0 <= moment }
    return begun > 0 ? chapters[begun - 1] : nil
  }

  /// True if no chapter begins or ends between two moments.
  func isEven(from first: SourceTime, to last: SourceTime) -> Bool {
    let next = edges.leadingCount { $0 < first }
    return first == last || next == edges.count || edges[next] > last
  }
}

/// A stretch of the timeline that shows some chapter of an asset.
struct ChapterVisit {
  /// Its number among the asset's, from 0.
  var chapter: Int
  var range: TimelineRange
}

extension ChapterTable {
  /// Returns the chapters that a segment comes to, one after another, by the frames that show them; no more than one above
  /// `limit`.
  func visits(of segment: LaidSegment, at rate: FrameRate, limit: Int) -> [ChapterVisit] {
    guard let mapping = segment.mapping else { return [] }
    var visits: [ChapterVisit] = []
    func time(of frame: Int64) -> TimelineTime { TimelineTime(rate.seconds(ofFrame: frame)) }
    /// Halves the frames until those that are left lie between the same two edges.
    func visit(_ frames: Range<Int64>, in stretch: TimeMapping.Stretch) {
      guard visits.count <= limit else { return }
      let moments = [frames.lowerBound, frames.upperBound - 1].map { mapping.source(at: time(of: $0), in: stretch) }
      guard frames.count == 1 || isEven(from: moments.min()!, to: moments.max()!) else {
        let middle = frames.lowerBound + Int64(frames.count / 2)
        visit(frames.lowerBound..<middle, in: stretch)
        return visit(middle..<frames.upperBound, in: stretch)
      }
      guard let chapter = chapter(at: moments[0], backward: mapping.isReversed) else { return }
      let (start, end) = (time(of: frames.lowerBound), min(time(of: frames.upperBound), segment.range.end))
      if let last = visits.last, last.chapter == chapter, last.range.end == start {
        visits[visits.count - 1].range.end = end
      } else {
        visits.append(ChapterVisit(chapter: chapter, range: TimelineRange(start, end)))
      }
    }
    for stretch in mapping.stretches {
      guard let range = stretch.target.intersection(segment.range) else { continue }
      let frames = rate.frames(in: range)
      if !frames.isEmpty { visit(frames, in: stretch) }
    }
    return visits
  }
}
