import Diagnostics
import TimelineModel

/// What a written time counts on: how long a frame is, and what `start`, `end` and names mean.
struct Clock {
  /// Nil where frames cannot be counted.
  var rate: FrameRate?
  var end = End.unknown
  /// The timecode of 0 on this clock.
  var timecodeStart = Rational.zero
  /// How long the timecodes of a day last, where they may begin anew at midnight.
  var day: Rational?
  /// Whether its timecodes leave numbers out; nil where each says so itself.
  var dropsFrames: Bool?
  var names = Names.meaningless(because: "there is nothing here that names could stand for")
  /// Why frames cannot be counted, for the message.
  var whyNoFrames = "frames cannot be counted here"
  /// True for the clock of a source that has not been looked at: whether it has frames and an end is not known.
  var isUnknown = false

  enum End {
    /// In seconds on this clock.
    case at(Rational)
    /// The programme's, which may still have to be found out.
    case programme
    case unknown
  }

  /// What the start or end of something named means on this clock.
  enum Names {
    /// Seconds from this time of the timeline.
    case from(TimelineTime)
    /// Only the distance of one from another.
    case distances
    case meaningless(because: String)
  }

  static func timeline(_ canvas: Canvas) -> Clock {
    Clock(rate: canvas.rate, end: .programme, timecodeStart: canvas.start, names: .from(.zero))
  }
  /// A length of time.
  static func length(_ rate: FrameRate) -> Clock { Clock(rate: rate, names: .distances) }
}

extension Lowering {
  /// The value of a written time in seconds; nil where it has none, which is then reported.
  mutating func seconds(_ expression: TimeExpression, on clock: Clock) -> Rational? {
    var sum = Rational.zero
    if case .distances = clock.names, !checkDistances(in: expression) { return nil }
    let place = expression.place
    for (index, term) in expression.terms.enumerated() {
      guard let value = seconds(term, on: clock, isPlace: index == place) else { return nil }
      sum = term.isNegative ? sum - value : sum + value
    }
    guard isCountable(sum) else {
      log.report(.timeOverflow, "this time is too large or too finely divided to be exact", at: expression.span)
      return nil
    }
    return sum
  }

  mutating func seconds(_ written: Located<TimeExpression>, on clock: Clock) -> Rational? {
    seconds(written.value, on: clock)
  }

  private mutating func seconds(_ term: TimeExpression.Term, on clock: Clock, isPlace: Bool) -> Rational? {
    switch term.value {
    case .seconds(let seconds):
      warnAboutRounding(term, seconds, clock)
      return seconds
    case .clock(let seconds, let timecode):
      warnAboutClockTime(term, timecode, clock)
      return seconds
    case .frames(let count):
      guard let rate = rateForFrames(term, clock) else { return nil }
      return rate.seconds(ofFrame: count)
    case .timecode(let timecode):
      guard let rate = rateForFrames(term, clock) else { return nil }
      let counted = seconds(of: timecode, at: rate, term)
      return isPlace ? counted.map { clock.afterMidnight($0 - clock.timecodeStart) } : counted
    case .start: return .zero
    case .end:
      switch clock.end {
      case .at(let seconds): return seconds
      case .programme: return programmeEnd(for: term)?.seconds
      case .unknown:
        if clock.isUnknown { return nil }
        log.report(.badTime, "`end` has no meaning here, because the end depends on this very time", at: term.span)
        return nil
      }
    case .reference(let reference):
      switch clock.names {
      case .from(let zero): return time(of: reference, for: term).map { $0 - zero }
      case .distances: return time(of: reference, for: term)?.seconds
      case .meaningless(let reason):
        log.report(.badTime, "`\(term.text)` has no meaning here: \(reason)", at: term.span)
        return nil
      }
    }
  }

  /// In a length every point has another one taken from it.
  private mutating func checkDistances(in expression: TimeExpression) -> Bool {
    var surplus = 0
    for term in expression.terms {
      if case .reference = term.value { surplus += term.isNegative ? -1 : 1 }
    }
    guard surplus != 0,
      let term = expression.terms.first(where: { if case .reference = $0.value { true } else { false } })
    else { return true }
    log.report(
      .badTime, "`\(term.text)` is a point of the timeline and no length: a length lies between two of them",
      at: term.span)
    return false
  }

  private mutating func rateForFrames(_ term: TimeExpression.Term, _ clock: Clock) -> FrameRate? {
    if clock.rate == nil, !clock.isUnknown {
      log.report(.frameRateVaries, "`\(term.text)`: \(clock.whyNoFrames)", at: term.span)
    }
    return clock.rate
  }

  private mutating func seconds(of timecode: Timecode, at rate: FrameRate, _ term: TimeExpression.Term) -> Rational? {
    switch timecode.frameNumber(at: rate) {
    case .success(let frame): return rate.seconds(ofFrame: frame)
    case .failure(let failure):
      log.report(.badTime, timecode.complaint(failure.problem, at: rate, written: term.text), at: term.span)
      return nil
    }
  }

  private mutating func warnAboutClockTime(_ term: TimeExpression.Term, _ timecode: Timecode, _ clock: Clock) {
    guard let rate = clock.rate, !rate.perSecond.isWhole, timecode.hours + timecode.minutes + timecode.seconds > 0
    else { return }
    log.report(
      .ambiguousClockTime, "`\(term.text)` is read as real seconds, not as timecode at \(rate)", at: term.span,
      fixIts: [
        .replace(term.span, with: term.text + ".0", "write `\(term.text).0` for seconds", safety: .safe),
        .replace(term.span, with: term.text + ":00", "write `\(term.text):00` for timecode"),
      ])
  }

  /// A frame's time that was written as a decimal fraction and so lost what is behind its last digit.
  private mutating func warnAboutRounding(_ term: TimeExpression.Term, _ seconds: Rational, _ clock: Clock) {
    // Most times are whole, and bytes are looked at faster than characters.
    guard let point = term.text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return }
    guard let rate = clock.rate, term.text.hasSuffix("s"), !term.text.hasSuffix("ms"), !term.text.contains("/"),
      !rate.isOnGrid(seconds)
    else { return }
    let digits = term.text[point...].count - 2
    guard (3...9).contains(digits) else { return }
    let frame = rate.nearestFrame(to: seconds)
    let unit = Rational(1, (0..<digits).reduce(Int64(1)) { power, _ in power * 10 })
    let error = frame > seconds ? frame - seconds : seconds - frame
    // Rounded or cut off, it is less than one of its last digit away.
    guard error < unit, let number = (frame * rate.perSecond).rounded else { return }
    log.report(
      .floatTime,
      "`\(term.text)` is frame \(number), rounded: at \(rate) frames a second it stands at \(frame.inWords)",
      at: term.span, fixIts: [.replace(term.span, with: "\(number)f")])
  }

  /// The two ends of a written range; nil where one of them has no value. Left open it goes on to what `end` means.
  mutating func range(_ written: RangeExpression, on clock: Clock) -> (start: Rational, end: Rational)? {
    let start = written.start.map { seconds($0, on: clock) } ?? .zero
    let end: Rational? =
      if let expression = written.end, written.endIsLength, let rate = clock.rate {
        seconds(expression, on: .length(rate)).flatMap { length in start.map { $0 + length } }
      } else if let expression = written.end {
        seconds(expression, on: clock).flatMap { value in written.endIsLength ? start.map { $0 + value } : value }
      } else {
        openEnd(of: written, on: clock)
      }
    guard let start, let end else { return nil }
    guard isCountable(end), (end - start).isFinite else {
      log.report(.timeOverflow, "this range is too large or too finely divided to be exact", at: written.span)
      return nil
    }
    return (start, end)
  }

  private mutating func openEnd(of written: RangeExpression, on clock: Clock) -> Rational? {
    switch clock.end {
    case .at(let seconds): seconds
    case .programme: programmeEnd(at: written.span)?.seconds
    case .unknown: nil
    }
  }

  /// A range that has to hold something: an empty or backward one is reported.
  mutating func filledRange(
    _ written: RangeExpression, on clock: Clock
  ) -> (start: Rational, end: Rational)? {
    guard let range = range(written, on: clock) else { return nil }
    guard range.start < range.end else {
      let what = range.start == range.end ? "is empty" : "ends before it begins"
      log.report(
        .emptyRange, "this range \(what): \(range.start.inWords) to \(range.end.inWords)", at: written.span)
      return nil
    }
    guard range.start >= .zero else {
      log.report(.badTime, "this range begins before 0, at \(range.start.inWords)", at: written.span)
      return nil
    }
    return range
  }

  /// A length that has to be above zero.
  mutating func length(_ written: Located<TimeExpression>, on clock: Clock) -> Rational? {
    guard let length = seconds(written, on: clock) else { return nil }
    guard length > .zero else {
      log.report(.emptyRange, "this length is \(length.inWords), and has to be above 0", at: written.span)
      return nil
    }
    return length
  }
}
