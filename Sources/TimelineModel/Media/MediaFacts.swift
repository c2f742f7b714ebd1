/// What is known about a media file, read once and never changed.
package struct MediaFacts: Hashable, Sendable, Codable {
  /// The container's name in libavformat, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  package var container: String
  /// The picture that an asset shows: the first one that is not a cover image.
  package var video: VideoFacts?
  /// The sound that an asset plays: the container's default, or its first.
  package var audio: AudioFacts?
  package var durationSource: DurationSource
  /// False where the header leaves the duration to be guessed from the bit rate, so that all of the file has to be read
  /// to know it.
  package var isDurationInHeader: Bool
  /// Every stream in the file, used or not, for `inspect`.
  package var streams: [StreamFacts]
  /// Where, on the source clock, the file breaks off before all that its header lists; nil where it is whole.
  package var breaksOff: Rational?
  /// How many frames the header of such a file lists, and how long a sound.
  package var listedFrames: Int64?
  package var listedSound: Rational?
  /// Where, on the source clock, the last thing stands before the file's structure is damaged; nil where it is whole.
  package var damage: Rational?
  package var metadata: [String: String]
  package var chapters: [ChapterFacts]
  /// That of the first frame, where the file carries one.
  package var timecode: Timecode?
  /// The files of a sequence of images, a frame each.
  package var images: [MediaReference] = []

  package init(
    container: String, video: VideoFacts? = nil, audio: AudioFacts? = nil, durationSource: DurationSource = .header,
    isDurationInHeader: Bool = true, streams: [StreamFacts] = [], metadata: [String: String] = [:],
    chapters: [ChapterFacts] = []
  ) {
    self.container = container
    self.video = video
    self.audio = audio
    self.durationSource = durationSource
    self.isDurationInHeader = isDurationInHeader
    self.streams = streams
    self.metadata = metadata
    self.chapters = chapters
  }

  /// Where a duration comes from: the container's header, a guess from the bit rate, or every packet counted.
  package enum DurationSource: String, Hashable, Sendable, Codable { case header, estimated, scanned }
}

extension MediaFacts {
  /// The same for a file that breaks off, as if all was there that its header lists.
  package var asListed: MediaFacts {
    var facts = self
    if let listedFrames, case .regular(let rate, let count)? = video?.timing {
      facts.video?.timing = .regular(rate, count: max(count, listedFrames))
    }
    if let listedSound, let audio { facts.audio?.duration = max(audio.duration, listedSound) }
    return facts
  }
}

extension MediaFacts {
  /// The words for where the file breaks off, after its name; nil if it does not.
  package var breakOffWords: String? {
    let lack = listsMore ? "before all that its header lists" : "before its end"
    return breaksOff.map { "breaks off at \($0.inWords), \(lack)" }
  }

  /// The words for the place of the first damage, after the file's name; nil if the file is not damaged.
  package var damageWords: String? { damage.map { "is damaged behind \($0.inWords): part of it is missing" } }

  /// Whether a header lists more than there is of a file that breaks off.
  package var listsMore: Bool { listedFrames != nil || listedSound != nil }
}

// MARK: The source clock

extension MediaFacts {
  /// The container time, in seconds, that is 0 on the source clock: the earliest sample of picture and sound, or the
  /// first picture if the sound begins less than half a frame before it, or as early as the edit list that cut both.
  package var origin: Rational {
    guard let video, let audio else { return video?.start ?? audio?.start ?? .zero }
    let lead = video.start - audio.start
    let isShort = video.firstFrameDuration.map { lead * Rational(2) < $0 } ?? false
    // What an edit list shows of a frame that is not there.
    let isOfEdit = video.delay.map { lead <= $0 } ?? false
    return lead > .zero && !isShort && !isOfEdit ? audio.start : video.start
  }

  /// Where the first picture stands on the source clock.
  package var videoStart: Rational { video.map { $0.start - origin } ?? .zero }

  /// Where the first sample of sound stands on the source clock; below zero if it begins just before the picture.
  package var audioStart: Rational { audio.map { $0.start - origin } ?? .zero }

  /// Where the picture ends on the source clock; nil for stills and where there is no picture.
  package var videoEnd: Rational? { video.flatMap { facts in facts.duration.map { videoStart + $0 } } }

  /// Where the sound ends on the source clock.
  package var audioEnd: Rational? { audio.map { audioStart + $0.duration } }

  /// The words of a song, in whatever language they come first.
  package var lyrics: String? {
    metadata["lyrics"]
      ?? metadata.sorted { $0.key < $1.key }.first { $0.key.lowercased().hasPrefix("lyrics") }?.value
  }

  /// True for a single picture, which has no length of its own.
  package var isStill: Bool { video?.timing == .still && audio == nil }
}

/// One stream of a file as `inspect` shows it.
package struct StreamFacts: Hashable, Sendable, Codable {
  package var index: Int
  /// `video`, `audio`, `subtitle`, `data` or `attachment`.
  package var medium: String
  package var codec: String
  package var language: String?
  package var title: String?
  package var isDecodable: Bool
  package var isDefault: Bool
  /// A cover image rather than a moving picture.
  package var isAttachedPicture: Bool
  /// Bits per second, where the container or codec says.
  package var bitRate: Int64?

  package init(
    index: Int, medium: String, codec: String, language: String? = nil, title: String? = nil,
    isDecodable: Bool = true, isDefault: Bool = false, isAttachedPicture: Bool = false, bitRate: Int64? = nil
  ) {
    self.index = index
    self.medium = medium
    self.codec = codec
    self.language = language
    self.title = title
    self.isDecodable = isDecodable
    self.isDefault = isDefault
    self.isAttachedPicture = isAttachedPicture
    self.bitRate = bitRate
  }
}

/// A chapter as a finished movie has it: from its start to its end, in seconds.
package struct ChapterFacts: Hashable, Sendable, Codable {
  package var start: Rational
  package var end: Rational
  /// Nothing where the movie has no title for it.
  package var titles: Localized<String>
  package var artwork: Localized<MediaReference>

  package init(
    start: Rational, end: Rational, titles: Localized<String>, artwork: Localized<MediaReference> = Localized()
  ) {
    self.start = start
    self.end = end
    self.titles = titles
    self.artwork = artwork
  }

  package init(start: Rational, end: Rational, title: String?) {
    self.init(start: start, end: end, titles: title.map { Localized($0) } ?? Localized())
  }

  /// The title that a container holds, which has room for one.
  package var title: String? { titles.first }
}
