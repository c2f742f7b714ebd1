import Diagnostics
import TimelineModel

/// A track whose segments have their places, before picture and sound part ways.
struct LaidTrack {
  var id: TrackID
  /// The names of its two lanes, where transitions need them.
  var lanes: [TrackID]
  var kind: TrackItem.Kind
  var item: TrackItem
  var segments: [LaidSegment]
  /// The end of its last segment, or of the gap that is written after it.
  var end = TimelineTime.zero
  /// The same as it was written, where cuts move to frames.
  var writtenEnd = TimelineTime.zero
  var origin: Origin

  var range: TimelineRange { TimelineRange(.zero, end) }
  /// Whether a segment of it follows the one before with a transition.
  var hasTransitions = false
}

/// How far the laying of a track has come.
struct TrackLayout {
  var laid: LaidTrack
  /// Which of the things that are written on the track comes next.
  var next = 0
  /// Whether what is laid has become too finely divided for exact times, which is said once.
  var isTooFine = false
  /// Whether that one is being laid at this moment.
  var isBusy = false
  /// Where those lie that are laid; nil for gaps, and for what has no place.
  var ranges: [TimelineRange?] = []
}

/// A segment on the timeline. Gaps are not kept; they are what lies between.
struct LaidSegment {
  var item: ClipSegmentItem
  var asset: Asset
  var range: TimelineRange
  /// The same as it was written, where cuts move to frames.
  var writtenRange: TimelineRange
  /// Nil for stills and colours.
  var mapping: TimeMapping?
  /// How it follows the segment before.
  var transition: LaidTransition?
  /// How much longer than its range it is seen and heard, for the transition into the segment after it.
  var tail = Rational.zero
  /// How much later than the picture its sound begins; negative where it leads.
  var soundLag = Rational.zero
  var origin: Origin

  var isSilent: Bool { if case .some(.none) = item.sound?.value.part { true } else { item.freeze != nil } }
  var isUnseen: Bool { if case .only = item.sound?.value.part { true } else { false } }
}

extension LaidSegment {
  /// How much earlier than its range it is seen and heard.
  var head: Rational { transition?.head ?? .zero }
  /// Its range, and what it shows beyond that in transitions.
  var seen: TimelineRange { TimelineRange(range.start - head, range.end + tail) }
  var writtenSeen: TimelineRange { TimelineRange(writtenRange.start - head, writtenRange.end + tail) }
  /// What it shows of its source, beyond its range as well.
  var seenMapping: TimeMapping? { mapping?.extended(head: head, tail: tail) }
}

/// A transition between two segments of a track. Most segments have none, and those are copied a good deal, so it is an
/// object.
final class LaidTransition {
  let kind: TransitionItem.Kind
  let duration: Rational
  /// How much of it lies before the incoming segment's range, which shows what its source has there.
  let head: Rational
  /// How much of it lies after the outgoing segment's range.
  let tail: Rational
  let sound: Crossfade.Shape
  let origin: Origin

  init(
    kind: TransitionItem.Kind, duration: Rational, head: Rational, tail: Rational, sound: Crossfade.Shape,
    origin: Origin
  ) {
    self.kind = kind
    self.duration = duration
    self.head = head
    self.tail = tail
    self.sound = sound
    self.origin = origin
  }

  /// How much the ranges of its two segments overlap.
  var overlap: Rational { duration - head - tail }
}

extension Lowering {
  /// A track of which nothing is laid yet.
  mutating func layout(of track: Located<TrackItem>, id: TrackID) -> TrackLayout {
    let kind = track.value.kind?.value ?? .av
    if !track.value.isReadable { lengthsAreKnown = false }
    checkMedium(of: track.value, kind)
    var layout = TrackLayout(
      laid: LaidTrack(
        id: id, lanes: laneNames(of: id), kind: kind, item: track.value, segments: [],
        origin: Origin(
          track.span,
          [.id: track.value.id?.span, .opacity: track.value.opacity?.span, .volume: track.value.volume?.span])))
    layout.laid.segments.reserveCapacity(track.value.segments.count)
    return layout
  }

  /// Lays a track's segments one after another, as far as the one numbered `last`; all of them unless said.
  mutating func lay(_ track: Int, through last: Int? = nil) throws(TimeCycle) {
    let segments = document.tracks[track].value.segments
    let last = last ?? segments.count - 1
    while layouts[track].next <= last {
      guard !layouts[track].isBusy else { throw TimeCycle() }
      layouts[track].isBusy = true
      let range = laySegment(segments[layouts[track].next], on: track)
      layouts[track].ranges.append(range)
      layouts[track].isBusy = false
      layouts[track].next += 1
    }
  }

  /// Gives where it lies, if it is a clip that has a place.
  private mutating func laySegment(_ segment: Located<SegmentItem>, on track: Int) -> TimelineRange? {
    switch segment.value.content {
    case .gap(let written):
      guard let length = length(written, on: .length(canvas.rate)),
        isExact(layouts[track].laid.writtenEnd + length, "this gap", at: written.span, on: track)
      else {
        lengthsAreKnown = false
        return nil
      }
      layouts[track].laid.writtenEnd = layouts[track].laid.writtenEnd + length
      layouts[track].laid.end = snapped(
        layouts[track].laid.writtenEnd, hasPicture: layouts[track].laid.kind.hasPicture)
    case .clip(let item):
      guard let laid = place(item, span: segment.span, on: track) else {
        lengthsAreKnown = false
        // What is not allowed is so wherever the segment lies.
        checkFilters(of: item)
        return nil
      }
      if let transition = laid.transition {
        layouts[track].laid.segments[layouts[track].laid.segments.count - 1].tail = transition.tail
      }
      layouts[track].laid.hasTransitions = layouts[track].laid.hasTransitions || laid.transition != nil
      layouts[track].laid.segments.append(laid)
      layouts[track].laid.end = laid.range.end
      layouts[track].laid.writtenEnd = laid.writtenRange.end
      return laid.range
    case .broken: lengthsAreKnown = false
    }
    return nil
  }

  /// Whether a track can go on from a time: the sum of many lengths may be too finely divided for exact times.
  private mutating func isExact(_ end: TimelineTime, _ what: String, at span: SourceSpan, on track: Int) -> Bool {
    if isCountable(end.seconds) { return true }
    if !layouts[track].isTooFine {
      log.report(
        .timeOverflow, "\(what) ends at a time that is too finely divided to be exact", at: span,
        fixIts: [FixIt("give lengths in frames, as in `25f`, or in parts of a second that more of them share")])
    }
    layouts[track].isTooFine = true
    return false
  }

  /// Where a segment lies behind what is on its track so far; nil where that cannot be known.
  private mutating func place(_ item: ClipSegmentItem, span: SourceSpan, on index: Int) -> LaidSegment? {
    let asset = asset(of: item.clip)
    guard item.isTimed else { return nil }
    let track = layouts[index].laid
    let transition = item.transition.flatMap { lowerTransition($0, after: track, cursor: track.end) }
    var start = track.writtenEnd
    if let at = item.at { start = position(at, in: track, cursor: track.end) ?? track.writtenEnd }
    if let transition { start = start - transition.overlap }
    guard let extent = extent(of: item, asset, kind: track.kind) else { return nil }
    let written = TimelineRange(start: start, duration: extent.length)
    let range = snapped(written, hasPicture: track.kind.hasPicture)
    guard leavesSomething(range, of: written, "this segment", at: span),
      isExact(written.end, "this segment", at: item.duration?.span ?? span, on: index)
    else { return nil }
    note("\(track.id): cut", from: written, to: range)
    let fields: KeyValuePairs<Origin.Field, SourceSpan?> = [
      .id: item.id?.span, .clip: item.clip.span, .source: item.source?.span ?? item.freeze?.span,
      .duration: item.duration?.span,
      .speed: item.speed?.span, .at: item.at?.span, .transition: item.transition?.span, .fade: item.fade?.span,
      .blend: item.blend?.span,
      .opacity: item.opacity?.span, .volume: item.volume?.span,
      .crop: item.placement.crop?.span ?? item.placement.view?.span,
    ]
    return LaidSegment(
      item: item, asset: asset, range: range, writtenRange: written,
      mapping: extent.mapping(onto: written)?.moved(to: range), transition: transition,
      soundLag: soundLag(of: item), origin: Origin(span, fields))
  }

  private mutating func soundLag(of item: ClipSegmentItem) -> Rational {
    switch item.sound?.value.part {
    case .lead(let time): length(time, on: .length(canvas.rate)).map { -$0 } ?? .zero
    case .lag(let time): length(time, on: .length(canvas.rate)) ?? .zero
    case nil, .some(.none), .only: .zero
    }
  }

  /// Where `at` puts a segment; what lies before the end of the one before is reported.
  private mutating func position(
    _ at: Located<TimeExpression>, in track: LaidTrack, cursor: TimelineTime
  ) -> TimelineTime? {
    guard let value = seconds(at, on: .timeline(canvas)) else {
      lengthsAreKnown = false
      return nil
    }
    let time = TimelineTime(value)
    guard time >= .zero else {
      log.report(.badTime, "this segment begins before the programme, at \(time.inWords)", at: at.span)
      return nil
    }
    guard snapped(time, hasPicture: track.kind.hasPicture) < cursor, lengthsAreKnown || !track.segments.isEmpty else {
      return time
    }
    let notes =
      track.segments.last.map { [Note("this one lasts until \($0.range.end.inWords)", at: $0.origin.span)] } ?? []
    log.report(
      .segmentOverlap,
      "this segment begins at \(time.inWords), \((cursor - time).inWords) before the one before it ends",
      at: at.span, notes: notes)
    return nil
  }

  /// How long a segment is, and which part of its source it uses; nil where that cannot be known.
  private mutating func extent(of item: ClipSegmentItem, _ asset: Asset, kind: TrackItem.Kind) -> Extent? {
    let duration = item.duration.map { length($0, on: .length(canvas.rate)) }
    if duration == .some(nil) { return nil }
    switch asset {
    case .color: return stillExtent(item, duration ?? nil, what: "a colour", kind: kind)
    case .broken: return brokenExtent(item, duration ?? nil)
    case .media(let media):
      let facts = catalog.facts(for: media)
      if facts?.isStill == true { return stillExtent(item, duration ?? nil, what: "a still", kind: kind) }
      if let facts { checkMedium(of: facts, item, kind) }
      if let freeze = item.freeze { return frozenExtent(item, freeze, duration ?? nil, facts, kind) }
      guard let source = sourceRange(item, facts, kind) else { return nil }
      return movingExtent(item, source, duration ?? nil, facts, kind)
    }
  }

  /// One moment of a movie for a while.
  private mutating func frozenExtent(
    _ item: ClipSegmentItem, _ freeze: Located<TimeExpression>, _ duration: Rational?, _ facts: MediaFacts?,
    _ kind: TrackItem.Kind
  ) -> Extent? {
    if kind == .audio || facts != nil && facts?.video == nil {
      let what = kind == .audio ? "a picture that stands still has no sound" : "this asset has no picture"
      log.report(.trackTypeMismatch, "\(what), so `freeze` means nothing here", at: freeze.span)
      return nil
    }
    guard let duration else {
      reportDurationNeeded("a frozen picture", at: freeze.span)
      return nil
    }
    let written = seconds(freeze, on: sourceClock(facts, end: facts?.videoEnd))
    // Its length is known all the same.
    guard let moment = written ?? (facts == nil ? .zero : nil) else { return nil }
    if moment < .zero || facts?.videoEnd.map({ moment >= $0 }) ?? false {
      let end = facts?.videoEnd.map { ", and ends at \($0.inWords)" } ?? ""
      log.report(
        .segmentBeyondSource, "the source has no picture at \(moment.inWords): it begins at 0\(end)", at: freeze.span)
      return nil
    }
    return Extent(source: SourceRange(SourceTime(moment), SourceTime(moment)), length: duration)
  }

  private func sourceClock(_ facts: MediaFacts?, end: Rational?) -> Clock {
    var clock = Clock(
      rate: facts?.video?.timing.rate, end: end.map { .at($0) } ?? .unknown,
      names: .meaningless(because: "it is a point of the timeline, and a source has a clock of its own"))
    clock.isUnknown = facts == nil
    clock.whyNoFrames =
      facts?.video == nil ? "this source has no frames to count" : "the frame rate of this source varies"
    return clock
  }

  mutating func reportDurationNeeded(_ what: String, at span: SourceSpan) {
    log.report(
      .durationNeeded, "\(what) lasts as long as it is told to, and nothing says how long", at: span,
      fixIts: [FixIt("add `duration: 5s`", [.set(key: "duration", to: "5s", in: .around(span))])])
  }

  private mutating func stillExtent(
    _ item: ClipSegmentItem, _ duration: Rational?, what: String, kind: TrackItem.Kind
  ) -> Extent? {
    if kind == .audio {
      log.report(.trackTypeMismatch, "\(what) has no sound for an audio track", at: item.clip.span)
    }
    for (key, span) in [
      (item.sourceKey, item.source?.span), ("freeze", item.freeze?.span), ("speed", item.speed?.span),
      ("reverse", item.reverse?.span), ("loop", item.loop?.span), ("frames", item.sampling?.span),
    ] where span != nil {
      log.report(.conflictingKeys, "\(what) has no time of its own, so `\(key)` means nothing here", at: span)
    }
    guard let duration else {
      reportDurationNeeded(what, at: item.clip.span)
      return nil
    }
    return Extent(source: nil, length: duration)
  }

  /// The best guess for a clip that is missing, so that what follows it keeps its place where that is possible.
  private mutating func brokenExtent(_ item: ClipSegmentItem, _ duration: Rational?) -> Extent? {
    if let duration { return Extent(source: nil, length: duration) }
    guard let written = item.source?.value, let end = written.end else { return nil }
    let countsFrames = ([written.start].compactMap { $0 } + [end]).flatMap(\.terms).contains { term in
      switch term.value {
      case .frames, .timecode, .end, .reference: true
      default: false
      }
    }
    guard !countsFrames, let range = filledRange(written, on: Clock(rate: canvas.rate)) else { return nil }
    guard let speed = item.steadySpeed, speed > .zero, item.loop?.value != true else { return nil }
    return Extent(source: nil, length: (range.end - range.start) / speed)
  }

  private mutating func checkMedium(of facts: MediaFacts, _ item: ClipSegmentItem, _ kind: TrackItem.Kind) {
    let missing =
      kind == .video && facts.video == nil ? "picture" : kind == .audio && facts.audio == nil ? "sound" : nil
    guard let missing else { return }
    log.report(
      .trackTypeMismatch, "this asset has no \(missing), which \(kind == .video ? "a video" : "an audio") track plays",
      at: item.clip.span)
  }

  /// The part of the source that a segment uses, held to what there is.
  private mutating func sourceRange(
    _ item: ClipSegmentItem, _ facts: MediaFacts?, _ kind: TrackItem.Kind
  ) -> SourceRange? {
    let available = facts.flatMap { kind == .audio ? $0.audioEnd ?? $0.videoEnd : $0.videoEnd ?? $0.audioEnd }
    // A clip may go on for as long as its picture or its sound does; what the other one lacks is transparent or silent.
    let limit = [available, facts?.videoEnd, facts?.audioEnd].compactMap { $0 }.max()
    var clock = sourceClock(facts, end: available)
    let written = item.source?.value ?? RangeExpression(start: nil, end: nil, endIsLength: false, span: item.clip.span)
    if written.end == nil, available == nil {
      reportUninspected(item)
      return nil
    }
    if item.usesTimecode {
      guard let timecodes = timecodeClock(clock, written, facts, item.clip.value) else {
        if facts == nil { reportUninspected(item) }
        return nil
      }
      clock = timecodes
    }
    guard let range = range(written, on: clock) else {
      if facts == nil { reportUninspected(item) }
      return nil
    }
    guard range.start >= .zero else {
      log.report(
        .segmentBeyondSource, "the range begins \((-range.start).inWords) before the source does", at: written.span,
        notes: item.usesTimecode ? [timecodeNote(clock)].compactMap(\.self) : [])
      return nil
    }
    if let limit, !isInside(range, limit, written, facts, kind, item.usesTimecode ? clock : nil) { return nil }
    guard range.start < range.end else {
      log.report(
        .emptyRange,
        "this range \(range.start == range.end ? "is empty" : "ends before it begins"): \(range.start.inWords) to \(range.end.inWords)",
        at: written.span)
      return nil
    }
    return SourceRange(SourceTime(range.start), SourceTime(range.end))
  }

  /// What is missing beyond the end may be less than a frame, which is then held.
  private mutating func isInside(
    _ range: (start: Rational, end: Rational), _ available: Rational, _ written: RangeExpression, _ facts: MediaFacts?,
    _ kind: TrackItem.Kind, _ timecodes: Clock?
  ) -> Bool {
    let frame = facts?.video?.timing.rate?.frameDuration ?? canvas.rate.frameDuration
    let past = range.end - available
    guard range.start >= available || past >= frame else { return true }
    let what = kind == .audio ? "sound" : facts?.video == nil ? "sound" : "picture"
    let isOpenable = range.start < available && timecodes == nil
    var fixIts = [
      FixIt(
        "leave the end open to run to the end of the source", isOpenable ? [.end("", range: written.span)] : [])
    ]
    if range.start < available, let end = written.end, !written.endIsLength, timecodes == nil,
      let decimal = available.decimal
    {
      fixIts.insert(.replace(end.span, with: "\(decimal)s"), at: 0)
    }
    let message =
      range.start >= available
      ? "the \(what) of this source ends at \(available.inWords), before the segment begins"
      : "the segment asks for \(past.inWords) more than the source has: its \(what) ends at \(available.inWords)"
    log.report(
      .segmentBeyondSource, message, at: written.span,
      notes: [timecodes.flatMap(timecodeNote), facts?.lossNote].compactMap(\.self),
      fixIts: range.start >= available ? [] : fixIts)
    return false
  }

  private mutating func reportUninspected(_ item: ClipSegmentItem) {
    guard options.isOffline, lengthsAreKnown else { return }
    log.report(.notMeasured, "the length of this source is not known without looking at it", at: item.clip.span)
  }
}

extension Lowering {
  /// What only pictures have means nothing on an audio track, and a volume nothing on a video track.
  fileprivate mutating func checkMedium(of track: TrackItem, _ kind: TrackItem.Kind) {
    var misplaced: [(String, SourceSpan?)] = []
    if kind == .video {
      misplaced += [
        ("volume", track.volume?.span), ("duck", track.duck?.span), ("sound", track.sound?.span),
        ("language", track.language?.span),
      ]
    }
    if kind == .audio {
      misplaced += [
        ("opacity", track.opacity?.span), ("effects", track.effects?.span), ("blend", track.blend?.span),
        ("matte", track.matte?.span),
      ]
    }
    for segment in track.segments {
      guard case .clip(let item) = segment.value.content else { continue }
      if kind == .video { misplaced += [("volume", item.volume?.span), ("pitch", item.pitch?.span)] }
      if kind != .av, let sound = item.sound, kind == .video || sound.value.part != nil {
        log.report(
          .trackTypeMismatch,
          "only an av track has a picture and a sound that could part, so `sound` means nothing here",
          at: sound.span)
      }
      guard kind == .audio else { continue }
      let placement = item.placement
      misplaced += [
        ("opacity", item.opacity?.span), ("effects", item.effects?.span), ("blend", item.blend?.span),
        ("fit", placement.fit?.span), ("crop", placement.crop?.span),
        ("anchor", placement.anchor?.span), ("position", placement.position?.span), ("scale", placement.scale?.span),
        ("rotate", placement.rotate?.span), ("matrix", placement.matrix?.span),
        ("view", placement.view?.span), ("matte", item.matte?.span),
      ]
    }
    for case (let key, let span?) in misplaced {
      let what = kind == .video ? "a video track has no sound" : "an audio track has no picture"
      log.report(.trackTypeMismatch, "\(what), so `\(key)` means nothing here", at: span)
    }
  }
}

extension MediaFacts {
  /// A note on why the source may be shorter than it should be; nil if nothing is known to be missing.
  fileprivate var lossNote: Note? { (breakOffWords ?? damageWords).map { Note("the file \($0)") } }
}
