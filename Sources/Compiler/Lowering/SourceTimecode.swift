import Diagnostics
import TimelineModel

extension ClipSegmentItem {
  /// What its source is written under.
  var sourceKey: String { usesTimecode ? "source-tc" : "source" }
}

extension Clock {
  /// A time on it that a timecode names. One that seems to lie before the source is the next day's, where the source
  /// runs past midnight.
  func afterMidnight(_ seconds: Rational) -> Rational {
    guard let day, seconds < .zero, case .at(let end) = end, seconds + day <= end else { return seconds }
    return seconds + day
  }
}

extension Lowering {
  /// The clock of an asset's own timecode; nil where it has none or the range is not written in it, which has been
  /// reported.
  mutating func timecodeClock(
    _ clock: Clock, _ written: RangeExpression, _ facts: MediaFacts?, _ clip: ClipItem
  ) -> Clock? {
    let edges = [written.start, written.endIsLength ? nil : written.end].compactMap(\.self)
    // Each is looked at, so that all that is wrong is said.
    guard edges.map({ isPlaceInTimecode($0) }).allSatisfy(\.self), let facts else { return nil }
    // That frames cannot be counted is said where one is written.
    guard let rate = clock.rate else { return clock }
    let declared = declaredTimecode(of: clip)
    guard let first = declared?.value ?? facts.timecode else {
      log.report(
        .timecodeMissing, "this asset carries no timecode that `source-tc` could count from", at: written.span,
        fixIts: [FixIt("write that of its first frame in the asset: `timecode: 10:00:00:00`")])
      return nil
    }
    guard let start = try? first.frameNumber(at: rate).get() else {
      log.report(
        .timecodeMissing, "the asset's timecode, \(first), is none at \(rate) frames a second",
        at: declared?.span ?? written.span,
        fixIts: declared == nil ? [FixIt("write the right one in the asset: `timecode: 10:00:00:00`")] : [])
      return nil
    }
    guard edges.map({ counts($0, like: first, at: rate) }).allSatisfy(\.self) else { return nil }
    var clock = clock
    clock.timecodeStart = rate.seconds(ofFrame: start) - facts.videoStart
    clock.day = Timecode.day(at: rate, dropsFrames: first.dropsFrames)
    clock.dropsFrames = first.dropsFrames
    return clock
  }

  /// Where the timecodes of a source begin and end, to be said beside a problem.
  func timecodeNote(_ clock: Clock) -> Note? {
    guard let rate = clock.rate, case .at(let end) = clock.end,
      let first = rate.frame(at: clock.timecodeStart), let last = rate.firstFrame(from: clock.timecodeStart + end)
    else { return nil }
    let codes = [max(first, 0), max(last - 1, 0)].map {
      Timecode(frame: $0, at: rate, dropsFrames: clock.dropsFrames ?? false)
    }
    return Note("its timecode runs from \(codes[0]) to \(codes[1])")
  }

  private mutating func declaredTimecode(of clip: ClipItem) -> Located<Timecode>? {
    switch clip {
    case .inline(let asset): asset.timecode
    case .named(let name): names.assetNumbers[name.value].flatMap { document.assets[$0].item.value.timecode }
    }
  }

  /// An edge counts from midnight or from an end of the asset: it names one timecode or one end, and perhaps lengths.
  private mutating func isPlaceInTimecode(_ edge: TimeExpression) -> Bool {
    var places = 0
    for term in edge.terms {
      switch term.value {
      case .timecode, .start, .end: places += term.isNegative ? -1 : 1
      case .seconds, .clock, .frames, .reference: break
      }
    }
    guard places != 1 else { return true }
    var fixIts = [FixIt("write `source` for what counts from the asset's beginning")]
    if edge.terms.count == 1, case .clock = edge.terms[0].value {
      fixIts.insert(.replace(edge.terms[0].span, with: edge.terms[0].text + ":00"), at: 0)
    }
    log.report(
      .badTime, "`source-tc` counts in the asset's timecode, as in `10:00:05:12`, and this is none", at: edge.span,
      fixIts: fixIts)
    return false
  }

  /// A timecode that leaves numbers out and one that does not cannot be told from one another.
  private mutating func counts(_ edge: TimeExpression, like first: Timecode, at rate: FrameRate) -> Bool {
    guard Timecode.canDropFrames(at: rate) else { return true }
    for term in edge.terms {
      guard case .timecode(let timecode) = term.value, timecode.dropsFrames != first.dropsFrames else { continue }
      var other = timecode
      other.dropsFrames = first.dropsFrames
      log.report(
        .badTime,
        first.dropsFrames
          ? "the asset's timecode, \(first), leaves numbers out, and this one does not"
          : "this timecode leaves numbers out, and the asset's, \(first), does not",
        at: term.span, fixIts: [.replace(term.span, with: "\(other)")])
      return false
    }
    return true
  }
}
