package import Diagnostics
package import TimelineModel

package struct TrackItem: Sendable {
  package var id: Located<String>?
  package var kind: Located<Kind>?
  package var segments: [Located<SegmentItem>]
  package var effects: Located<[Located<EffectItem>]>?
  package var blend: Located<BlendMode>?
  package var opacity: Located<Animated<Double>>?
  package var volume: Located<Animated<Double>>?
  package var duck: Located<[Located<DuckItem>]>?
  package var sound: Located<TrackSoundItem>?
  package var language: Located<LanguageTag>?
  package var fade: Located<FadeItem>?
  package var matte: Located<MatteItem>?
  /// False where the kind or the segments could not be read.
  package var isReadable = true

  package enum Kind: String, Sendable, CaseIterable {
    case video, audio
    /// Picture and sound cut together.
    case av

    package var hasPicture: Bool { self != .audio }
    package var hasSound: Bool { self != .video }
  }
}

extension TrackItem {
  static let grammar = Grammar<TrackItem>.object("track", "a track", doc: "Segments one after another.") { fields in
    TrackItem(
      id: fields.optional(
        "id", Scalar.newName(of: .track), "What instructions, the mix, times and messages call it."),
      kind: fields.required(
        "kind", .oneOf("a kind of track", TrackItem.Kind.allCases.map { ($0.rawValue, $0) }),
        "`video`, `audio`, or `av` for picture and sound cut together."),
      segments: fields.required(
        "segments", .list(of: SegmentItem.grammar, "a list of segments"), "In the order they play.")?.value ?? [],
      effects: fields.optional(
        "effects", EffectItem.list, "Done to the canvas of each segment, one after another; on the timeline's clock."),
      blend: fields.optional(
        "blend", .blend, "How its colours and those below come together, where a segment does not say."),
      opacity: fields.optional(
        "opacity", Animation.share, "Of the whole track, on the timeline's clock."),
      volume: fields.optional("volume", Animation.gain, "Of the whole track, on the timeline's clock."),
      duck: fields.optional("duck", DuckItem.grammar, "Steps back while another track is heard."),
      sound: fields.optional("sound", TrackSoundItem.grammar, "What is done to the track's sound."),
      language: fields.optional(
        "language", Scalar.language, "What is spoken in its sound, such as `en` or `de-AT`; written into the movie."),
      fade: fields.optional("fade", FadeItem.grammar, "In and out at the ends of the track."),
      matte: fields.optional("matte", MatteItem.grammar, "A picture that cuts out what the track shows."),
      isReadable: fields.couldRead(["kind", "segments"]))
  }
}

package struct FadeItem: Sendable {
  package var `in`: Located<TimeExpression>?
  package var out: Located<TimeExpression>?
}

extension FadeItem {
  static let grammar = Grammar<FadeItem>.either(
    "a fade: a time, or `{ in, out }`",
    scalar: Scalar.time.located.map { FadeItem(in: $0, out: $0) },
    mapping: .object("fade", "a fade", doc: "Picture and sound from nothing, and to nothing.") { fields in
      FadeItem(
        in: fields.optional("in", Scalar.time, "How long it takes to appear."),
        out: fields.optional("out", Scalar.time, "How long it takes to go."))
    })
}

package struct SegmentItem: Sendable {
  package var content: Content
  package var span: SourceSpan?

  package enum Content: Sendable {
    case gap(Located<TimeExpression>)
    case clip(ClipSegmentItem)
    /// Written wrongly, which has been reported.
    case broken
  }
}

/// A class because it is large and handed on from step to step; nothing in it changes.
package final class ClipSegmentItem: Sendable {
  package let id: Located<String>?
  package let clip: Located<ClipItem>
  package let source: Located<RangeExpression>?
  /// True where `source` is written in the asset's own timecode.
  package let usesTimecode: Bool
  package let freeze: Located<TimeExpression>?
  package let at: Located<TimeExpression>?
  package let duration: Located<TimeExpression>?
  package let speed: Located<Animated<Rational>>?
  package let reverse: Located<Bool>?
  package let loop: Located<Bool>?
  package let sampling: Located<FrameSampling>?
  package let transition: Located<TransitionItem>?
  package let fade: Located<FadeItem>?
  package let sound: Located<SegmentSoundItem>?
  package let pitch: Located<Pitch>?
  package let effects: Located<[Located<EffectItem>]>?
  package let placement: PlacementItem
  package let blend: Located<BlendMode>?
  package let opacity: Located<Animated<Double>>?
  package let matte: Located<MatteItem>?
  package let volume: Located<Animated<Double>>?
  /// False where a key that its place or length depends on could not be read.
  package let isTimed: Bool

  init(
    id: Located<String>? = nil, clip: Located<ClipItem>, source: Located<RangeExpression>? = nil,
    usesTimecode: Bool = false, freeze: Located<TimeExpression>? = nil, at: Located<TimeExpression>? = nil,
    duration: Located<TimeExpression>? = nil, speed: Located<Animated<Rational>>? = nil,
    reverse: Located<Bool>? = nil, loop: Located<Bool>? = nil, sampling: Located<FrameSampling>? = nil,
    manner: SegmentManner? = nil, isTimed: Bool = true
  ) {
    (self.id, self.clip) = (id, clip)
    (self.source, self.usesTimecode, self.freeze) = (source, usesTimecode, freeze)
    (self.at, self.duration, self.isTimed) = (at, duration, isTimed)
    (self.speed, self.reverse, self.loop, self.sampling) = (speed, reverse, loop, sampling)
    transition = manner?.transition
    fade = manner?.fade
    sound = manner?.sound
    pitch = manner?.pitch
    effects = manner?.effects
    placement = manner?.placement ?? PlacementItem()
    blend = manner?.blend
    opacity = manner?.opacity
    matte = manner?.matte
    volume = manner?.volume
  }
}

package struct PlacementItem: Sendable {
  package var fit: Located<Fit>?
  package var crop: Located<Animated<[Length]>>?
  package var anchor: Located<[Double]>?
  package var position: Located<Animated<[Length]>>?
  package var scale: Located<Animated<Point>>?
  package var rotate: Located<Animated<Double>>?
  package var matrix: Located<Animated<AffineTransform>>?
  /// The part of the picture that fills the canvas, instead of all the others.
  package var view: Located<Animated<[Length]>>?
}

extension SegmentItem {
  static let grammar = Grammar<SegmentItem>.either(
    "a segment: a clip or a mapping",
    scalar: Grammar<String>.word("a clip", .string(pattern: nil, examples: ["cat", "media/cat.mov"])) {
      $0.isEmpty ? nil : $0
    }.about(.clip)
      .located.map { name in
        let clip = Located(ClipItem.named(name), at: name.span)
        return SegmentItem(content: .clip(ClipSegmentItem(clip: clip)), span: name.span)
      },
    mapping: mapping)

  private static let mapping = Grammar<SegmentItem>.object(
    "segment", "a segment", doc: "One stretch of one asset, or a gap."
  ) { fields in
    fields.atLeastOne(of: ["clip", "gap"])
    let gap = fields.optional("gap", Scalar.time, "Nothing for this long.")
    let id = fields.optional("id", Scalar.newName(of: .segment), "What times and messages call it.")
    let clip = fields.optional("clip", ClipItem.grammar, "What it plays: an asset's name or a path.")
    let source = fields.optional("source", Scalar.timeRange, "Which part of the asset; all of it unless said.")
    let timecodes = fields.optional(
      "source-tc", Scalar.timeRange, "Which part of the asset, in its own timecode, instead of `source`.")
    fields.atMostOne(of: ["source", "source-tc"])
    let freeze = fields.optional("freeze", Scalar.time, "The moment of the asset that stands still; needs `duration`.")
    let at = fields.optional("at", Scalar.time, "Where it begins, on the timeline; after the one before unless said.")
    let duration = fields.optional(
      "duration", Scalar.time, "How long it lasts on the timeline; a still needs it, a movie's speed follows.")
    fields.keepApart("freeze", from: ["source", "source-tc", "speed", "reverse", "loop"])
    fields.atMostOne(of: ["at", "transition"])
    fields.allowsOnly(beside: "gap")
    let speed = fields.optional(
      "speed", Animation.speed, "2 is twice as fast; above 0. It may change while the segment runs."
    )
    let reverse = fields.optional("reverse", Scalar.boolean, "From the end to the start.")
    let loop = fields.optional("loop", Scalar.boolean, "Again and again, for its `duration`.")
    let sampling = fields.optional(
      "frames", .oneOf("a way to choose frames", FrameSampling.allCases.map { ($0.rawValue, $0) }),
      "Between two frames of the source, `nearest` shows the one whose time it is, `blend` mixes them.")
    if case .constant? = speed?.value, loop?.value != true { fields.atMostOne(of: ["speed", "duration"]) }
    let manner = fields.group { SegmentManner(&$0) }
    guard let clip else { return SegmentItem(content: gap.map { .gap($0) } ?? .broken, span: fields.span) }
    let item = ClipSegmentItem(
      id: id, clip: clip, source: source ?? timecodes, usesTimecode: source == nil && timecodes != nil, freeze: freeze,
      at: at, duration: duration, speed: speed, reverse: reverse, loop: loop, sampling: sampling, manner: manner,
      isTimed: fields.couldRead([
        "source", "source-tc", "freeze", "at", "duration", "speed", "loop", "transition",
      ]))
    return SegmentItem(content: .clip(item), span: fields.span)
  }
}

/// How a segment is shown and heard, whatever it plays and when.
struct SegmentManner {
  let transition: Located<TransitionItem>?
  let fade: Located<FadeItem>?
  let sound: Located<SegmentSoundItem>?
  let pitch: Located<Pitch>?
  let effects: Located<[Located<EffectItem>]>?
  let placement: PlacementItem
  let blend: Located<BlendMode>?
  let opacity: Located<Animated<Double>>?
  let matte: Located<MatteItem>?
  let volume: Located<Animated<Double>>?

  init(_ fields: inout Fields) {
    transition = fields.optional("transition", TransitionItem.grammar, "How it follows the segment before.")
    fade = fields.optional("fade", FadeItem.grammar, "Picture and sound, in and out.")
    sound = fields.optional(
      "sound", SegmentSoundItem.grammar,
      "`false` for the picture alone, `only` for the sound alone; or where it is cut, and what is done to it.")
    pitch = fields.optional(
      "pitch", .oneOf("a way to treat the pitch", Pitch.allCases.map { ($0.rawValue, $0) }),
      "Where the speed is not 1: `keep` leaves the pitch as it is, `follow` lets it rise and fall with the speed.")
    effects = fields.optional(
      "effects", EffectItem.list, "Done to the upright picture before it is placed, one after another.")
    placement = fields.group { PlacementItem(&$0) } ?? PlacementItem()
    blend = fields.optional("blend", .blend, "How its colours and those below come together.", default: "normal")
    opacity = fields.optional("opacity", Animation.share, "0 is invisible, 1 is opaque.")
    matte = fields.optional("matte", MatteItem.grammar, "A picture that cuts this one out.")
    volume = fields.optional("volume", Animation.gain, "1 is as recorded; `-6dB` is allowed.")
  }
}

extension PlacementItem {
  init(_ fields: inout Fields) {
    fit = fields.optional(
      "fit", .oneOf("a fit", Fit.allCases.map { ($0.rawValue, $0) }),
      "`contain` shows all of it, `cover` fills the canvas, `stretch` takes its shape, `none` is pixel for pixel.")
    crop = fields.optional(
      "crop", Animation.rectangle,
      "The part of the upright picture that is used, in pixels or percent.")
    anchor = fields.optional(
      "anchor", .tuple(Scalar.place, count: 2, "a point such as `[50%, 50%]`"),
      "The point of the picture that is scaled and turned about, and that lands on `position`.")
    fields.keepApart("matrix", from: ["position", "scale", "rotate"])
    position = fields.optional(
      "position", Animation.point,
      "Where the anchor lands, in pixels or percent of the canvas.")
    scale = fields.optional("scale", Animation.scale, "1 is the fitted size; one number or `[x, y]`.")
    rotate = fields.optional("rotate", Animation.degrees, "Degrees clockwise.")
    matrix = fields.optional(
      "matrix",
      Animation.matrix,
      "`[a, b, c, d, tx, ty]` in canvas pixels, instead of scale, rotate and position.")
    fields.keepApart("view", from: PlacementItem.placedByView)
    view = fields.optional(
      "view", Animation.rectangle,
      "The part of the upright picture that fills the canvas, in pixels or percent, instead of the keys above.")
  }

  /// What `view` says as well.
  static let placedByView = ["crop", "fit", "anchor", "position", "scale", "rotate", "matrix"]
}

extension Grammar where Value == BlendMode {
  static let blend = Grammar.oneOf("a blend mode", BlendMode.allCases.map { ($0.rawValue, $0) })
}
