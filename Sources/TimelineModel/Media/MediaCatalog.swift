/// Everything the compiler asked of the outside world before it began: media, fonts and encoders. What was not asked
/// is not in it, and the checks that depend on it are left out.
package struct MediaCatalog: Hashable, Sendable {
  /// By the files, whatever is said of how to read them.
  package var media: [MediaReference: MediaFinding]
  /// The families that were looked for, and whether this machine has them.
  package var fonts: [String: FontFinding]
  /// Whether fonts can write the texts that are set in them.
  package var glyphs: [FontText: GlyphFinding] = [:]
  package var encoders: [String: EncoderFinding]
  /// What was amiss when the export's encoders and container were tried, once all else was found right.
  package var exportFindings: [ExportFinding] = []
  /// What is known of the filters that the document names.
  package var filters: [String: FilterFinding] = [:]
  /// What came of trying them with their options where they are used.
  package var filterTrials: [FilterUse: FilterTrial] = [:]
  /// The same for filters of sound.
  package var soundFilters: [String: FilterFinding] = [:]
  package var soundFilterTrials: [SoundFilterUse: FilterTrial] = [:]
  /// Filters that graphs are built of and this machine's libavfilter lacks.
  package var missingFilters: [String] = []
  /// The transitions of libavfilter's `xfade` that need no expression; nil where nobody asked.
  package var xfadeKinds: [String]?
  /// Where the copies of files lie that are on the network.
  package var copies: [MediaReference: String] = [:]
  /// The timelines that play within this one.
  package var timelines: [MediaReference: NestedTimeline] = [:]

  package init(
    media: [MediaReference: MediaFinding] = [:], fonts: [String: FontFinding] = [:],
    encoders: [String: EncoderFinding] = [:]
  ) {
    self.media = media
    self.fonts = fonts
    self.encoders = encoders
  }

  package func facts(for reference: MediaReference) -> MediaFacts? {
    if case .found(let facts) = media[reference.file] { facts.read(as: reference.reading) } else { nil }
  }
}

package enum MediaFinding: Hashable, Sendable {
  /// Indirect since every segment asks for it, and there is much to copy.
  indirect case found(MediaFacts)
  case missing
  case permissionDenied
  /// The path leads outside the folder that the document may reach.
  case outsideRoot(String)
  /// The file is on the network, which the document may not reach.
  case networkNotAllowed
  /// The lock that stands for the media says nothing of the file.
  case notLocked
  /// The file is not the one that the lock knows.
  case changedSinceLock
  /// Not a media file, or damaged; in libav's words.
  case unreadable(String)
  /// The system refused to open or read it, in its words. What is in it is not known, and another time it may be.
  case refused(String)
  /// It cannot be used, and why has been said where it is named.
  case reported
}

extension MediaFinding {
  package var isRefusal: Bool { if case .refused = self { true } else { false } }

  /// The same for a file that breaks off, as if all was there that its header lists.
  package var asListed: MediaFinding { if case .found(let facts) = self { .found(facts.asListed) } else { self } }
}

package enum FontFinding: Hashable, Sendable {
  case found
  /// With the family that would have stood in for it and the nearest names there are.
  case missing(known: [String])
  /// Not all folders of fonts could be read, for this reason, so it may be there.
  case refused(String)

  package var isRefusal: Bool { if case .refused = self { true } else { false } }
}

package enum EncoderFinding: Hashable, Sendable {
  case found(EncoderFacts)
  case missing(known: [String])
  /// It is there, and documents may not use it, for this reason.
  case refused(String)
}

package enum FilterFinding: Hashable, Sendable {
  case found(FilterFacts)
  case missing(known: [String])
  /// It is there and is no effect, for this reason.
  case refused(String)
}

/// The options a filter takes, from its own table.
package struct FilterFacts: Hashable, Sendable {
  package var name: String
  /// The names of its options, in the order in which values without a name are given to them.
  package var order: [String]
  package var options: [String: OptionFacts]

  package init(name: String, order: [String], options: [String: OptionFacts]) {
    self.name = name
    self.order = order
    self.options = options
  }
}

/// What a filter did with a few pictures or a little sound.
package enum FilterTrial: Hashable, Sendable, Codable {
  case works(FilterAlpha)
  /// In libav's words.
  case fails(String)
  /// The system refused something, in its words. What the filter does is not known, and another time it may be.
  case refused(String)
}

extension FilterTrial {
  package var isRefusal: Bool { if case .refused = self { true } else { false } }
}

/// The options an encoder takes, from its own table.
package struct EncoderFacts: Hashable, Sendable {
  /// The encoder's name, such as `libx264`.
  package var name: String
  /// What it writes, such as `h264`.
  package var codec: String
  package var isVideo: Bool
  /// True where what it writes has all that went in.
  package var isLossless: Bool
  package var options: [String: OptionFacts]
  package var pixelFormats: [String]
  /// The samples per second and the numbers of channels that it takes; none where it takes any.
  package var sampleRates: [Int]
  package var channelCounts: [Int]

  package init(
    name: String, codec: String = "", isVideo: Bool, isLossless: Bool = false, options: [String: OptionFacts],
    pixelFormats: [String] = [], sampleRates: [Int] = [], channelCounts: [Int] = []
  ) {
    self.isLossless = isLossless
    self.name = name
    self.codec = codec
    self.isVideo = isVideo
    self.options = options
    self.pixelFormats = pixelFormats
    self.sampleRates = sampleRates
    self.channelCounts = channelCounts
  }
}

package struct OptionFacts: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable { case flags, integer, number, text, boolean, other }
  package var kind: Kind
  package var minimum: Double
  package var maximum: Double
  /// The names an option gives to some of its values.
  package var named: [String]
  package var help: String
  /// What documents may say of it.
  package var gate: OptionGate

  package init(
    kind: Kind, minimum: Double, maximum: Double, named: [String], help: String, gate: OptionGate = .open
  ) {
    self.gate = gate
    self.kind = kind
    self.minimum = minimum
    self.maximum = maximum
    self.named = named
    self.help = help
  }
}
