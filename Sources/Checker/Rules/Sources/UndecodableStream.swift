import Diagnostics
import TimelineModel

extension Rule {
  static let undecodableStream = Rule(
    DiagnosticPage(
      "undecodable-stream", .warning,
      summary: "a file of picture and sound of which one cannot be decoded",
      rationale: """
        An `av` track plays what a file has of picture and sound, and a file with only one of them is as good as any. In \
        this one the other is there, but no decoder knows its codec, or its description is missing: the movie would be \
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
    for (media, origin) in programme.composition.pictureAndSoundUses {
      guard let facts = programme.catalog.facts(for: media), let stream = facts.undecodable else { continue }
      let lacks = stream.medium == "audio" ? "sound" : "picture"
      report(
        "the \(lacks) of \(media) cannot be decoded: stream \(stream.index), \(stream.codec)",
        at: origin[.source] ?? origin.span)
    }
  }
}

extension Composition {
  /// Each media file that an `av` track plays, once, whether or not it has both picture and sound.
  fileprivate var pictureAndSoundUses: [SourceUse] {
    let (pictures, sounds) = (Set(videoTracks.map(\.id)), Set(audioTracks.map(\.id)))
    var seen: Set<MediaReference> = []
    var found: [SourceUse] = []
    for track in videoTracks where sounds.contains(track.id) {
      for segment in track.segments {
        if let media = segment.media, seen.insert(media.file).inserted { found.append((media, segment.origin)) }
      }
    }
    for track in audioTracks where pictures.contains(track.id) {
      for segment in track.segments {
        if let media = segment.media, seen.insert(media.file).inserted { found.append((media, segment.origin)) }
      }
    }
    return found
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
