import Diagnostics
import TimelineModel

extension Rule {
  static let undecodableStream = Rule(
    DiagnosticPage(
      "undecodable-stream", .warning,
      summary: "a file of picture and sound of which one cannot be decoded",
      rationale: """
        An `av` track plays what a file has of picture and sound, and a file with only one of them is as good as any. \
        In this one the other is there, but no decoder knows its codec, or its description is missing: the movie would be \
        silent, or show nothing, without a word. Convert the file, or play it on a track of the kind that it can give.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 1920x1080, rate: 25 }
        tracks: [ { kind: av, segments: [ «talk.mov» ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 1920x1080, rate: 25 }
        tracks: [ { kind: video, segments: [ talk.mov ] } ]
        """
      ],
      media: "talk.mov  10 s  1920x1080  25 fps  undecodable sound"),
    needsLengths: false
  ) { programme, report in
    let composition = programme.composition.picturesWithSound
    var seen: Set<MediaReference> = []
    for (media, origin) in composition.sourceUses(seen: composition.pictureUses) where seen.insert(media.file).inserted {
      guard let facts = programme.catalog.facts(for: media), let stream = facts.undecodable else { continue }
      let lacks = stream.medium == "audio" ? "sound" : "picture"
      report(
        "the \(lacks) of \(media) cannot be decoded: stream \(stream.index), \(stream.codec)",
        at: origin[.source] ?? origin.span)
    }
  }
}

extension Composition {
  /// The composition with the tracks alone that are seen and heard.
  fileprivate var picturesWithSound: Composition {
    let shared = Set(videoTracks.map(\.id)).intersection(audioTracks.map(\.id))
    var copy = self
    copy.videoTracks.removeAll { !shared.contains($0.id) }
    copy.audioTracks.removeAll { !shared.contains($0.id) }
    return copy
  }
}

extension MediaFacts {
  /// The first stream of a medium of which no stream can be decoded; nil if there is none.
  fileprivate var undecodable: StreamFacts? {
    streams.first { stream in
      guard !stream.isDecodable, !stream.isAttachedPicture else { return false }
      return stream.medium == "audio" && audio == nil || stream.medium == "video" && video == nil
    }
  }
}
