/// A timeline that another one plays like a movie: with its own canvas, rate, titles and sound.
package struct NestedTimeline: Hashable, Sendable {
  package var composition: Composition
  package var catalog: MediaCatalog
  /// The folder that its relative paths start from.
  package var folder: String
  /// The number of timelines that play where it is played: itself, and those within it, counted each time that they
  /// are played.
  package let plays: Int

  package init(composition: Composition, catalog: MediaCatalog, folder: String) {
    self.composition = composition
    self.catalog = catalog
    self.folder = folder
    plays = 1 + composition.timelinesPlayed(catalog)
  }

  /// The number of timelines that a document may play.
  package static let mostPlays = 1000

  /// What its finished frames are given as: with straight alpha where its background is not opaque.
  package var pixelFormat: String {
    let canvas = composition.canvas
    return (canvas.background.isOpaque ? "yuv444p" : "yuva444p") + (canvas.color.isHDR ? "10le" : "")
  }

  /// What the one that plays it knows of it.
  package var facts: MediaFacts {
    let canvas = composition.canvas
    var facts = MediaFacts(container: "timeline")
    if !composition.videoTracks.isEmpty || !composition.titles.isEmpty {
      facts.video = VideoFacts(
        stream: 0, codec: "timeline", codedSize: canvas.size, pixelFormat: pixelFormat,
        hasAlpha: !canvas.background.isOpaque, color: canvas.color.facts,
        timing: .regular(canvas.rate, count: composition.frameCount))
      facts.timecode = canvas.rate.frame(at: canvas.start).flatMap {
        $0 < 0 ? nil : Timecode(frame: $0, at: canvas.rate, dropsFrames: canvas.startDropsFrames)
      }
    }
    if !composition.audioTracks.isEmpty {
      facts.audio = AudioFacts(
        stream: 1, codec: "timeline", sampleRate: canvas.sampleRate, channels: canvas.channels, layout: "",
        duration: composition.end.seconds)
    }
    facts.chapters = composition.chapters(within: composition.range).map { chapter in
      var chapter = chapter
      chapter.artwork = chapter.artwork.map(absolute)
      return chapter
    }
    return facts
  }

  /// A file of its own, named from anywhere.
  private func absolute(_ reference: MediaReference) -> MediaReference {
    reference.isAbsolute ? reference : MediaReference("\(folder)/\(reference.path)")
  }

  /// Every file that it reads, named from anywhere.
  package var files: [MediaReference] {
    let own = catalog.media.keys.filter { $0.imageRate == nil && $0.file == $0 }.map(absolute)
    return own + catalog.timelines.values.flatMap(\.files)
  }

  /// Its own and those of all timelines within it.
  package var compositions: [Composition] { [composition] + catalog.timelines.values.flatMap(\.compositions) }
}

extension Composition {
  /// Returns the number of timelines that play within it, counted each time that they are played; no more than 2³² are
  /// counted.
  package func timelinesPlayed(_ catalog: MediaCatalog) -> Int {
    guard !catalog.timelines.isEmpty else { return 0 }
    // What an `av` track plays is seen and heard, and is one.
    var (seen, heard): ([MediaReference: Int], [MediaReference: Int]) = ([:], [:])
    for track in videoTracks { for segment in track.segments { segment.media.map { seen[$0, default: 0] += 1 } } }
    for track in audioTracks { for segment in track.segments { segment.media.map { heard[$0, default: 0] += 1 } } }
    return catalog.timelines.reduce(0) { sum, entry in
      let count = max(seen[entry.key] ?? 0, heard[entry.key] ?? 0)
      let (product, overflows) = count.multipliedReportingOverflow(by: entry.value.plays)
      return min(1 << 32, sum + (overflows ? 1 << 32 : min(product, 1 << 32)))
    }
  }
}
