import Diagnostics
import TimelineModel

/// What a value in time belongs to.
struct CurveOwner {
  /// Where it lies on the timeline.
  var range: TimelineRange
  /// The same as it was written, where cuts move to frames.
  var written: TimelineRange?
  /// True where its values are written on its own clock, which is 0 at its start.
  var hasOwnClock: Bool

  /// What is added to a written time to get timeline time.
  var offset: Rational { hasOwnClock ? range.start.seconds : .zero }
  func clock(on canvas: Canvas) -> Clock {
    hasOwnClock ? Clock(rate: canvas.rate, end: .at(range.duration), names: .from(range.start)) : .timeline(canvas)
  }

  /// The timeline time of a written one. What lies in what was written and no longer in what is left of that moves with
  /// the cut.
  func place(_ time: Rational) -> TimelineTime {
    let place = TimelineTime(time + offset)
    guard let written else { return place }
    if place > range.end, place <= (hasOwnClock ? range.start + written.duration : written.end) { return range.end }
    if !hasOwnClock, place < range.start, place >= written.start { return range.start }
    return place
  }
}

extension Lowering {
  /// The curve of a written value, with `base` before its first piece; `convert` takes a written value to a final one.
  mutating func curve<Written, Value: Interpolatable>(
    _ written: Located<Animated<Written>>?, base: Value, owner: CurveOwner,
    _ convert: (Located<Written>, inout DiagnosticLog) -> Value?
  ) -> Curve<Value> {
    guard let written else { return Curve(base) }
    let clock = owner.clock(on: canvas)
    switch written.value {
    case .constant(let value): return Curve(convert(value, &log) ?? base)
    case .pieces(let pieces):
      let lowered = pieces.compactMap { piece($0, owner, clock, convert) }.enumerated()
      let sorted = lowered.sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }
      return Curve(base, pieces: sorted.map(\.element)).beginning(at: owner.range.start)
    case .keys(let keys, let ease): return keyedCurve(keys, ease, base, owner, clock, convert)
    }
  }

  private mutating func piece<Written, Value>(
    _ piece: Animated<Written>.Piece, _ owner: CurveOwner, _ clock: Clock,
    _ convert: (Located<Written>, inout DiagnosticLog) -> Value?
  ) -> CurvePiece<Value>? {
    switch piece.content {
    case .ramp(let from, let to, let over, let ease, let after, let repetition, let returns):
      let values = (convert(from, &log), convert(to, &log))
      guard let range = rampRange(over, owner, clock), let from = values.0, let to = values.1 else { return nil }
      var result = CurvePiece(range, from: from, to: to, ease: ease, after: after, origin: over?.span ?? piece.span)
      if over != nil, !range.isEmpty, repetition != .times(1) || returns {
        let cycle = RampCycle(duration: range.duration, returns: returns)
        result.cycle = cycle
        result.range.end =
          switch repetition {
          case .times(let count): owner.place((range.start + cycle.whole * Rational(count)).seconds - owner.offset)
          case .endless: max(range.end, owner.range.end)
          }
      }
      return result
    case .step(let at, let set):
      let value = convert(set, &log)
      guard let time = seconds(at, on: clock), let value else { return nil }
      let start = owner.place(time)
      return CurvePiece(TimelineRange(start, start), from: value, to: value, origin: at.span)
    }
  }

  private mutating func rampRange(
    _ over: Located<RangeExpression>?, _ owner: CurveOwner, _ clock: Clock
  ) -> TimelineRange? {
    guard let over else { return owner.range }
    guard let range = range(over.value, on: clock) else { return nil }
    guard range.start < range.end else {
      log.report(
        .emptyRange, "this ramp \(range.start == range.end ? "takes no time" : "ends before it begins")", at: over.span,
        fixIts: range.start == range.end ? [FixIt("write a step: `{ at: …, set: … }`")] : [])
      return nil
    }
    return TimelineRange(owner.place(range.start), owner.place(range.end))
  }

  private mutating func keyedCurve<Written, Value>(
    _ keys: [Animated<Written>.Key], _ ease: Ease, _ base: Value, _ owner: CurveOwner, _ clock: Clock,
    _ convert: (Located<Written>, inout DiagnosticLog) -> Value?
  ) -> Curve<Value> {
    var points: [(time: Rational, value: Value, span: SourceSpan)] = []
    for key in keys {
      let value = convert(key.value, &log)
      guard let time = seconds(key.at, on: clock), let value else { continue }
      points.append((time, value, key.at.span))
    }
    points.sort { $0.time < $1.time }
    for (a, b) in zip(points, points.dropFirst()) where a.time == b.time {
      log.report(
        .badValue, "there are two values for one time", at: b.span, notes: [Note("the other one is here", at: a.span)])
    }
    guard let first = points.first else { return Curve(base) }
    let placed = points.map { (time: owner.place($0.time), value: $0.value, span: $0.span) }
    let pieces = zip(placed, placed.dropFirst()).filter { $0.time < $1.time }.map { a, b in
      CurvePiece(TimelineRange(a.time, b.time), from: a.value, to: b.value, ease: ease, origin: b.span)
    }
    return Curve(first.value, pieces: pieces)
  }

  /// A curve of plain numbers.
  mutating func curve(_ written: Located<Animated<Double>>?, base: Double, owner: CurveOwner) -> Curve<Double> {
    curve(written, base: base, owner: owner) { value, _ in value.value }
  }

  mutating func curve(_ written: Located<Animated<Point>>?, base: Point, owner: CurveOwner) -> Curve<Point> {
    curve(written, base: base, owner: owner) { value, _ in value.value }
  }

  /// A curve of points on the canvas, in pixels.
  mutating func positionCurve(_ written: Located<Animated<[Length]>>?, base: Point, owner: CurveOwner) -> Curve<Point> {
    let (width, height) = (Double(canvas.size.width), Double(canvas.size.height))
    return curve(written, base: base, owner: owner) { value, _ in
      Point(x: value.value[0].resolved(in: width), y: value.value[1].resolved(in: height))
    }
  }

  /// A curve of points or sizes that are relative to a box which is known later.
  mutating func relativeCurve(
    _ written: Located<Animated<[Length]>>?, base: RelativePoint, owner: CurveOwner,
    _ check: (RelativePoint) -> String? = { _ in nil }
  ) -> Curve<RelativePoint> {
    curve(written, base: base, owner: owner) { value, log in
      let point = RelativePoint(x: value.value[0].relative, y: value.value[1].relative)
      guard let complaint = check(point) else { return point }
      log.report(.badValue, complaint, at: value.span)
      return nil
    }
  }

  /// A curve of rectangles, in fractions of the picture's or canvas's size or in pixels.
  ///
  /// - Parameter knownSize: The size that the written lengths refer to; nil if the source has not been inspected, and
  ///   then a rectangle may be of any size.
  mutating func rectCurve(
    _ written: Located<Animated<[Length]>>, in knownSize: PixelSize?, asFractions: Bool, owner: CurveOwner
  ) -> Curve<Rect> {
    let size = Point(knownSize ?? canvas.size)
    let whole = asFractions ? Rect.unit : Rect(x: 0, y: 0, width: size.x, height: size.y)
    let (perX, perY) = asFractions ? (size.x, size.y) : (1, 1)
    return curve(written, base: whole, owner: owner) { value, log in
      let rect = Rect(
        x: value.value[0].resolved(in: size.x) / perX, y: value.value[1].resolved(in: size.y) / perY,
        width: value.value[2].resolved(in: size.x) / perX, height: value.value[3].resolved(in: size.y) / perY)
      let slack = 1e-9
      let isSomewhere = rect.width > 0 && rect.height > 0 && rect.x >= -slack && rect.y >= -slack
      let isInside = rect.x + rect.width <= whole.width + slack && rect.y + rect.height <= whole.height + slack
      if isSomewhere, isInside { return rect }
      if !isSomewhere || knownSize != nil {
        let what = asFractions ? "picture" : "canvas"
        let extent = knownSize.map { ", which is \($0)" } ?? ""
        log.report(.badValue, "the rectangle has to lie inside the \(what)\(extent)", at: value.span)
      }
      return nil
    }
  }

  mutating func fade(_ written: Located<FadeItem>?, owner: CurveOwner) -> Fade {
    guard let item = written?.value else { return .none }
    let clock = Clock.length(canvas.rate)
    var fade = Fade()
    if let time = item.in { fade.in = length(time, on: clock) ?? .zero }
    if let time = item.out { fade.out = length(time, on: clock) ?? .zero }
    let (longest, room) = (fade.in + fade.out, owner.range.duration)
    let marks = [longest, (owner.range.start + fade.in).seconds, (owner.range.end - fade.out).seconds]
    guard !room.isFinite || marks.allSatisfy(\.isFinite) else {
      log.report(.timeOverflow, "where this fade ends is too finely divided to be exact", at: written?.span)
      return .none
    }
    if longest > room, longest <= owner.written?.duration ?? room {
      // What was written had room for both.
      fade.in = min(fade.in, room)
      fade.out = room - fade.in
    } else if longest > room, lengthsAreKnown {
      log.report(
        .badTime,
        "fading in and out takes \(longest.inWords), longer than what it fades, which lasts \(room.inWords)",
        at: written?.span)
    }
    return fade
  }
}

extension Curve {
  /// The same course where its owner is seen earlier than its clock begins, which says so by a step.
  func reaching(back start: TimelineTime, default standard: Value?) -> Curve {
    guard let first = pieces.first, first.range.start > start, base != standard else { return self }
    let step = CurvePiece(TimelineRange(start, start), from: base, to: base, origin: first.origin)
    return Curve(base, pieces: [step] + pieces)
  }
}

extension Placement {
  func reaching(back start: TimelineTime) -> Placement {
    var result = self
    result.crop = crop.reaching(back: start, default: .unit)
    result.scale = scale.reaching(back: start, default: Point(x: 1, y: 1))
    result.rotation = rotation.reaching(back: start, default: 0)
    result.position = position?.reaching(back: start, default: nil)
    result.matrix = matrix?.reaching(back: start, default: nil)
    return result
  }
}

extension Curve {
  /// The same course from `start` on. Where a piece begins there, nobody sees the base, and it is that piece's.
  fileprivate func beginning(at start: TimelineTime) -> Curve {
    guard let first = pieces.first, first.range.start <= start, !pieces.contains(where: { $0.after == .reset }) else {
      return self
    }
    return Curve(first.from, pieces: pieces)
  }
}
