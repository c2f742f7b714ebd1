import Diagnostics
import Syntax
import TimelineModel

/// How long a segment is, which part of its source it uses, and how.
struct Extent {
  /// Nil for stills and colours.
  var source: SourceRange?
  var length: Rational
  var course = TimeMapping.Course.steady
  var isReversed = false

  func mapping(onto target: TimelineRange) -> TimeMapping? {
    source.map { TimeMapping(source: $0, target: target, course: course, isReversed: isReversed) }
  }
}

extension ClipSegmentItem {
  /// Nil where the speed changes.
  var steadySpeed: Rational? {
    guard let speed else { return .one }
    return if case .constant(let value) = speed.value { value.value } else { nil }
  }
}

extension Lowering {
  /// The extent of something that moves, whose segment uses `source`.
  mutating func movingExtent(
    _ item: ClipSegmentItem, _ source: SourceRange, _ duration: Rational?, _ facts: MediaFacts?,
    _ kind: TrackItem.Kind
  ) -> Extent? {
    var extent: Extent?
    if let speed = item.steadySpeed {
      extent =
        item.loop?.value == true
        ? loopedExtent(item, source, duration, speed) : steadyExtent(item, source, duration, speed)
    } else {
      extent = pacedExtent(item, source, duration)
    }
    extent?.isReversed = item.reverse?.value == true
    guard let extent, extent.course != .steady || extent.isReversed else { return extent }
    return isSeenThroughout(extent, item, facts, kind) ? extent : nil
  }

  private mutating func steadyExtent(
    _ item: ClipSegmentItem, _ source: SourceRange, _ duration: Rational?, _ speed: Rational
  ) -> Extent? {
    if let duration {
      checkSpeed(source.duration / duration, at: item.duration?.span)
      return Extent(source: source, length: duration)
    }
    guard checkSpeed(speed, at: item.speed?.span) else { return Extent(source: source, length: source.duration) }
    let length = source.duration / speed
    guard length.isFinite else {
      reportOverflow(at: item.speed?.span)
      return nil
    }
    return Extent(source: source, length: length)
  }

  private mutating func loopedExtent(
    _ item: ClipSegmentItem, _ source: SourceRange, _ duration: Rational?, _ speed: Rational
  ) -> Extent? {
    guard let duration else {
      reportDurationNeeded("a loop", at: item.loop?.span ?? item.clip.span)
      return nil
    }
    guard checkSpeed(speed, at: item.speed?.span) else { return nil }
    let pass = source.duration / speed
    let passes = (duration / pass).ceiling.flatMap { Int(exactly: $0) } ?? .max
    guard passes <= Lowering.maximumPasses - passesOfLoops else {
      log.report(
        .limitExceeded, "with this one, loops play their sources more than \(Lowering.maximumPasses) times",
        at: item.loop?.span ?? item.clip.span)
      return nil
    }
    passesOfLoops += passes
    return Extent(source: source, length: duration, course: .looped(pass: pass))
  }

  /// The largest number of passes that all loops of a document may have together. Each is a stretch of its own in a plan.
  private static let maximumPasses = 100_000

  /// Slower or faster than this, sound can no longer be stretched.
  @discardableResult
  private mutating func checkSpeed(_ speed: Rational, at span: SourceSpan?) -> Bool {
    if (Rational(1, 100)...Rational(100)).contains(speed) { return true }
    let found = speed.decimal ?? "\(speed)"
    log.report(.badValue, "a speed has to lie between 1/100 and 100; this one is \(found)", at: span)
    return false
  }

  private mutating func reportOverflow(at span: SourceSpan?) {
    log.report(.timeOverflow, "this speed makes a length that is too finely divided to be exact", at: span)
  }

  /// What is turned back, looped or changes its speed has a picture at every moment: only what runs plainly may go on
  /// beyond its picture, where there is sound.
  private mutating func isSeenThroughout(
    _ extent: Extent, _ item: ClipSegmentItem, _ facts: MediaFacts?, _ kind: TrackItem.Kind
  ) -> Bool {
    guard kind.hasPicture, let facts, let end = facts.videoEnd, let source = extent.source else { return true }
    let frame = facts.video?.timing.rate?.frameDuration ?? canvas.rate.frameDuration
    let missing = max(facts.videoStart - source.start.seconds, source.end.seconds - end)
    guard missing >= frame else { return true }
    log.report(
      .segmentBeyondSource,
      "the picture of this source lasts from \(facts.videoStart.inWords) to \(end.inWords), and a segment that is reversed, looped or changes its speed has to lie within it",
      at: item.source?.span ?? item.clip.span)
    return false
  }
}

// MARK: Speeds that change

extension Lowering {
  private mutating func pacedExtent(_ item: ClipSegmentItem, _ source: SourceRange, _ duration: Rational?) -> Extent? {
    if item.loop?.value == true {
      log.report(.conflictingKeys, "a loop has one speed, and this one changes", at: item.speed?.span)
      return nil
    }
    guard let written = item.speed, let ramps = speedRamps(written.value, duration) else { return nil }
    var walk = PaceWalk(source: source.duration, duration: duration, frame: canvas.rate.frameDuration)
    for ramp in ramps { walk.append(ramp) }
    walk.finish()
    let (length, used) = (walk.elapsed, walk.position)
    guard length.isFinite, used.isFinite, length > .zero else {
      reportOverflow(at: written.span)
      return nil
    }
    guard used <= source.duration else {
      log.report(
        .segmentBeyondSource,
        "at these speeds the segment plays \(used.inWords) of its source, \((used - source.duration).inWords) more than there is",
        at: item.duration?.span ?? written.span)
      return nil
    }
    let isReversed = item.reverse?.value == true
    let part =
      isReversed ? SourceRange(source.end - used, source.end) : SourceRange(start: source.start, duration: used)
    return Extent(source: part, length: length, course: .paced(walk.paces))
  }

  /// Ramps and steps in their order; a step takes no time. Nil where something is wrong with them.
  private mutating func speedRamps(_ written: Animated<Rational>, _ duration: Rational?) -> [SpeedRamp]? {
    let reason = "how long the segment lasts depends on its speed"
    let clock = Clock(
      rate: canvas.rate, end: duration.map { .at($0) } ?? .unknown, names: .meaningless(because: reason))
    let ramps: [SpeedRamp?] =
      switch written {
      case .constant(let value): [step(at: .zero, value, nil)]
      case .pieces(let pieces): pieces.map { ramp($0, clock, duration) }
      case .keys(let keys, let ease): ramps(between: keys, ease, clock)
      }
    let sorted = ramps.compactMap(\.self).sorted { $0.start < $1.start }
    guard sorted.count == ramps.count else { return nil }
    for (one, next) in zip(sorted, sorted.dropFirst()) where next.start < one.end {
      log.report(
        .badTime, "this ramp begins \((one.end - next.start).inWords) before the one before it ends", at: next.span,
        notes: [Note("the other one is here", at: one.span)])
      return nil
    }
    return sorted
  }

  private mutating func step(at time: Rational, _ value: Located<Rational>, _ span: SourceSpan?) -> SpeedRamp? {
    guard checkSpeed(value.value, at: value.span) else { return nil }
    return SpeedRamp(start: time, end: time, from: value.value, to: value.value, span: span ?? value.span)
  }

  private mutating func ramp(
    _ piece: Animated<Rational>.Piece, _ clock: Clock, _ duration: Rational?
  ) -> SpeedRamp? {
    switch piece.content {
    case .step(let at, let set):
      guard let time = seconds(at, on: clock) else { return nil }
      return step(at: max(time, .zero), set, at.span)
    case .ramp(let from, let to, let over, let ease, let after, _, _):
      guard checkSpeed(from.value, at: from.span), checkSpeed(to.value, at: to.span) else { return nil }
      guard isEven(ease, at: piece.span) else { return nil }
      if after == .reset {
        log.report(.badValue, "a speed holds after its ramp; write a step to set it back", at: piece.span)
        return nil
      }
      guard let over else {
        guard let duration else {
          log.report(
            .durationNeeded, "this ramp runs for as long as the segment, and nothing says how long", at: piece.span)
          return nil
        }
        return SpeedRamp(start: .zero, end: duration, from: from.value, to: to.value, span: piece.span)
      }
      guard let range = filledRange(over.value, on: clock) else { return nil }
      return SpeedRamp(start: range.start, end: range.end, from: from.value, to: to.value, span: over.span)
    }
  }

  private mutating func ramps(
    between keys: [Animated<Rational>.Key], _ ease: Ease, _ clock: Clock
  ) -> [SpeedRamp?] {
    guard isEven(ease, at: keys.first?.at.span) else { return [nil] }
    var points: [(time: Rational, key: Animated<Rational>.Key)] = []
    for key in keys {
      guard checkSpeed(key.value.value, at: key.value.span), let time = seconds(key.at, on: clock) else { return [nil] }
      points.append((time, key))
    }
    points.sort { $0.time < $1.time }
    // The first value holds before its time as well.
    let first = step(at: .zero, points[0].key.value, points[0].key.at.span)
    return [first]
      + zip(points, points.dropFirst()).map { one, next in
        SpeedRamp(
          start: one.time, end: next.time, from: one.key.value.value, to: next.key.value.value, span: next.key.at.span)
      }
  }

  /// A speed that changes unevenly would have no exact length.
  private mutating func isEven(_ ease: Ease, at span: SourceSpan?) -> Bool {
    if ease == .linear { return true }
    log.report(.badValue, "a speed changes evenly, so `ease` means nothing here", at: span)
    return false
  }
}

/// A change of speed in seconds of the segment's own clock; a step where it takes no time.
private struct SpeedRamp {
  var start: Rational
  var end: Rational
  var from: Rational
  var to: Rational
  var span: SourceSpan?
}

/// Goes through a source at changing speeds until the segment's duration is over, or the source.
private struct PaceWalk {
  let source: Rational
  let duration: Rational?
  let frame: Rational
  private(set) var paces: [TimeMapping.Pace] = []
  private(set) var elapsed = Rational.zero
  private(set) var position = Rational.zero
  private var speed = Rational.one
  private var isOver = false

  init(source: Rational, duration: Rational?, frame: Rational) {
    self.source = source
    self.duration = duration
    self.frame = frame
  }

  mutating func append(_ ramp: SpeedRamp) {
    hold(until: ramp.start)
    add(ramp.end - elapsed, from: ramp.from, to: ramp.to)
    speed = ramp.to
  }

  /// The last speed holds.
  mutating func finish() {
    if let duration { return hold(until: duration) }
    if !isOver { add((source - position) / speed, from: speed, to: speed) }
  }

  private mutating func hold(until time: Rational) { add(time - elapsed, from: speed, to: speed) }

  private mutating func add(_ length: Rational, from: Rational, to: Rational) {
    guard length > .zero, !isOver else { return }
    var pace = TimeMapping.Pace(start: elapsed, duration: length, speed: from, endSpeed: to)
    if let duration {
      if elapsed + length >= duration { pace = pace.shortened(to: duration - elapsed) }
      isOver = elapsed + length >= duration
    } else if position + pace.played >= source {
      pace = ending(pace)
      isOver = true
    }
    guard pace.duration > .zero else { return }
    paces.append(pace)
    elapsed += pace.duration
    position += pace.played
  }

  /// As much of a pace as there is source for. Where the source ends within a ramp, at a moment that no fraction names,
  /// it is as many whole frames of the canvas as there is source for.
  private func ending(_ pace: TimeMapping.Pace) -> TimeMapping.Pace {
    let left = source - position
    if pace.speed == pace.endSpeed { return pace.shortened(to: left / pace.speed) }
    // The frame that the ramp begins in, which stands for no time at all.
    var (low, high) = ((elapsed / frame).floor ?? 0, ((elapsed + pace.duration) / frame).floor ?? 0)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if pace.played(after: frame * Rational(middle) - elapsed) <= left { low = middle } else { high = middle - 1 }
    }
    return pace.shortened(to: max(.zero, frame * Rational(low) - elapsed))
  }
}

extension TimeMapping.Pace {
  fileprivate func shortened(to length: Rational) -> TimeMapping.Pace {
    guard length < duration else { return self }
    var pace = self
    pace.endSpeed = speed + (endSpeed - speed) * length / duration
    pace.duration = length
    return pace
  }
}
