package import Diagnostics
import Syntax
package import TimelineModel

/// A document as it was written: typed, but with nothing looked up and no default applied.
package struct TimelineDocument: Sendable {
  package var version: Located<Int>?
  package var metadata: [NamedItem<String>]
  package var canvas: Located<CanvasItem>?
  package var duration: Located<DurationItem>?
  /// Rules that keep quiet in this document.
  package var allowed: Located<[Located<String>]>?
  package var parameters: [NamedItem<ParameterItem>]
  package var variants: [NamedItem<VariantItem>]
  package var defaults: Located<DefaultsItem>?
  package var assets: [NamedItem<AssetItem>]
  package var tracks: [Located<TrackItem>]
  /// False where the list of tracks is there and could not be read.
  package var tracksAreReadable = true
  /// Where the key `tracks` stands.
  package var tracksSpan: SourceSpan?
  package var effects: Located<[Located<EffectItem>]>?
  package var styles: [NamedItem<StyleItem>]
  /// The numbers of the styles.
  private(set) var styleNumbers: [String: Int] = [:]
  package var titles: [Located<TitleItem>]
  package var instructions: Located<[Located<InstructionItem>]>?
  /// False where one of the instructions could not be read.
  package var instructionsAreReadable = true
  package var mixSection: Located<MixSectionItem>?
  package var chapters: [Located<ChapterItem>]
  package var export: Located<ExportItem>?

  /// What a document without a single key says.
  static let empty = TimelineDocument(
    metadata: [], parameters: [], variants: [], assets: [], tracks: [], styles: [], titles: [], chapters: [])

  /// The version of the language that this compiler speaks.
  package static let currentVersion = 1
}

extension TimelineDocument {
  static let grammar = Grammar<TimelineDocument>.object(
    "timeline", "a timeline", doc: "An edit: what is seen and heard, and when."
  ) { fields in
    var document = TimelineDocument(
      version: fields.required(
        "timeline", Scalar.version, "The version of the language: 1.", only: "1"),
      metadata: fields.optional(
        "metadata", .names(of: Scalar.text, "a mapping from names to texts"),
        "Title, artist and the like, written into the movie.")?.value ?? [],
      canvas: fields.optional(
        "canvas", CanvasItem.grammar, "Size, rate and background; without it, those of the first clip."),
      duration: fields.optional(
        "duration", DurationItem.grammar,
        "When the programme ends: a time, or with which track; with the last picture unless said."),
      allowed: fields.optional(
        "allow", .list(of: Scalar.name(of: .rule), "a list of the names of rules"),
        "Warnings and remarks that are not to be given, by the names of their rules."),
      parameters: fields.optional(
        "parameters",
        .names(of: ParameterItem.grammar, "a mapping from names to parameters").about(.declares(.parameter)),
        "Values that are chosen when the document is used, and stand for `${name}` in it.")?.value ?? [],
      variants: fields.optional(
        "variants", .names(of: VariantItem.grammar, "a mapping from names to variants").about(.declares(.variant)),
        "Other shapes of the same programme.")?.value ?? [],
      defaults: fields.optional(
        "defaults", DefaultsItem.grammar, "Keys that segments, transitions and titles have unless they say otherwise."),
      assets: fields.optional(
        "assets", .names(of: AssetItem.grammar, "a mapping from names to assets").about(.declares(.asset)),
        "Names for media, stills and colours.")?.value ?? [],
      tracks: fields.required(
        "tracks", .list(of: TrackItem.grammar, "a list of tracks"), "What is written higher lies in front.")?.value
        ?? [],
      tracksAreReadable: fields.couldRead(["tracks"]), tracksSpan: fields.keySpan("tracks"),
      effects: fields.optional(
        "effects", EffectItem.list, "Done to the whole picture, below the titles in front of all, one after another."),
      styles: fields.optional(
        "styles", .names(of: StyleItem.grammar, "a mapping from names to styles").about(.declares(.style)),
        "Named looks for titles.")?.value
        ?? [],
      titles: fields.optional(
        "titles", .list(of: TitleItem.grammar, "a list of titles"), "Text in front of the picture.")?.value ?? [],
      instructions: fields.optional(
        "instructions", .list(of: InstructionItem.grammar, "a list of instructions"),
        "Which layers show when, written by hand: no gap, no overlap, first to last."),
      mixSection: fields.optional(
        "mix", MixSectionItem.grammar, "The volume of tracks over time, and what is done to the whole sound."),
      chapters: fields.optional(
        "chapters", .list(of: ChapterItem.grammar, "a list of chapters"), "Named places to jump to.")?.value ?? [],
      export: fields.optional("export", ExportItem.grammar, "How the movie is written."))
    _ = fields.optional("$schema", Scalar.text, "Where an editor finds the schema of the language; nothing else reads it.")
    document.instructionsAreReadable = fields.couldReadAll(
      of: "instructions", document.instructions?.value.count ?? 0)
    document.styleNumbers = Dictionary(
      zip(document.styles.map(\.name.value), document.styles.indices)
    ) { first, _ in first }
    return document
  }
}

extension TimelineDocument {
  /// The volumes of tracks that stand in the mix.
  package var mix: [Located<MixItem>] { mixSection?.value.tracks ?? [] }
}

/// Where the programme ends.
package enum DurationItem: Sendable {
  case time(TimeExpression)
  /// With a track.
  case track(String)
}

extension DurationItem {
  static let grammar = Grammar<DurationItem>(
    noun: "a time such as `90s`, or the name of a track",
    schema: .meaning(.end, .string(pattern: nil, examples: ["90s", "main", "voice.end + 1s"]))
  ) { node, log in
    if let text = node.scalar?.text, !node.isNull, isName(text) { return .track(text) }
    return Scalar.time.read(node, &log).map { .time($0) }
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_", TimeReference(text) == nil else { return false }
    return text != "start" && text != "end" && !text.contains { $0.isWhitespace || $0 == "+" }
  }
}

package struct CanvasItem: Sendable {
  package var size: Located<PixelSize>?
  package var rate: Located<FrameRate>?
  package var background: Located<Color>?
  package var sampleRate: Located<Int>?
  package var channels: Located<Int>?
  /// What the numbers of its pixels mean.
  package var colorSpace: Located<ColorMeaning>?
  /// The timecode of the timeline's first frame.
  package var start: Located<TimeExpression>?
  /// Whether cuts of the picture move to the nearest frames.
  package var snap: Located<Snapping>?
  /// False where a key that is there could not be read.
  package var isReadable = true
}

extension CanvasItem {
  static let grammar = Grammar<CanvasItem>.object("canvas", "the canvas", doc: "What everything is laid on.") {
    fields in
    CanvasItem(
      size: fields.optional("size", Scalar.pixelSize, "Width and height in pixels, as in `1280x720`."),
      rate: fields.optional("rate", Scalar.frameRate, "Frames per second, exactly: `25`, `30000/1001`."),
      background: fields.optional("background", Scalar.color, "What shows where nothing lies.", default: "black"),
      sampleRate: fields.optional(
        "sample-rate", Scalar.integer("a sample rate from 8000 to 192000", in: 8000...192_000),
        "Samples per second of the sound.", default: "48000"),
      channels: fields.optional(
        "channels", Scalar.channels, "How many channels the sound has: `mono`, `stereo` (unless said), `5.1` or `7.1`."),
      colorSpace: fields.optional(
        "color-space", .oneOf("a colour space of canvases", ColorMeaning.canvases.map { ($0.rawValue, $0) }),
        "What its colours are: `bt709` unless said; `bt2020-pq` and `bt2020-hlg` keep the light of HDR."),
      start: fields.optional("start", Scalar.time, "What timecodes on the timeline count from, as in `01:00:00:00`."),
      snap: fields.optional(
        "snap", .oneOf("a way to snap", Snapping.allCases.map { ($0.rawValue, $0) }),
        "`nearest` moves cuts of the picture that fall between two frames to the nearest one.", default: "off"),
      isReadable: fields.unreadable.isEmpty)
  }
}

package enum Snapping: String, Sendable, CaseIterable { case off, nearest }

package struct MixItem: Sendable {
  package var track: Located<String>?
  package var volume: Located<Animated<Double>>?
}

extension MixItem {
  static let grammar = Grammar<MixItem>.object("mix-entry", "a mix entry", doc: "The volume of one track.") { fields in
    MixItem(
      track: fields.required("track", Scalar.name(of: .track), "The track whose sound this is."),
      volume: fields.required("volume", Animation.gain, "Its gain, on the timeline's clock."))
  }
}
