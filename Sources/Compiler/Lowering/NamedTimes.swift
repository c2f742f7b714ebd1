import Diagnostics
import Syntax
import TimelineModel

/// Something whose start and end other times may name.
enum NamedThing: Hashable {
  case track(Int)
  /// By its number among what is written on its track, gaps included.
  case segment(track: Int, Int)
  case title(Int)
}

/// A time was asked for that is being worked out at this moment.
struct TimeCycle: Error {}

extension Lowering {
  /// What each name stands for. Of things that share one the first has it; the others are reported elsewhere.
  func namedThings(_ trackIDs: [TrackID]) -> [String: NamedThing] {
    var things: [String: NamedThing] = [:]
    func add(_ name: String?, _ thing: NamedThing) {
      if let name, things[name] == nil { things[name] = thing }
    }
    for (index, id) in trackIDs.enumerated() { add(id.name, .track(index)) }
    for (index, track) in document.tracks.enumerated() {
      for (number, segment) in track.value.segments.enumerated() {
        add(segment.value.id?.value, .segment(track: index, number))
      }
    }
    for (index, title) in document.titles.enumerated() { add(title.value.id?.value, .title(index)) }
    return things
  }

  /// Where the thing that `reference` names starts or ends; what that depends on is laid first. Nil where it cannot be
  /// known, which has then been reported.
  mutating func time(of reference: TimeReference, for term: TimeExpression.Term) -> TimelineTime? {
    guard let thing = things[reference.name] else {
      reportUnknown(reference, term)
      return nil
    }
    let range = waiting(for: term) { (lowering) throws(TimeCycle) -> TimelineRange? in
      switch thing {
      case .track(let track):
        try lowering.lay(track)
        return lowering.layouts[track].laid.range
      case .segment(let track, let number):
        try lowering.lay(track, through: number)
        return lowering.layouts[track].ranges[number]
      case .title(let title): return try lowering.range(ofTitle: title)
      }
    }
    return range.map { reference.edge == .start ? $0.start : $0.end }
  }

  /// The end of the programme, for a term that says `end`.
  mutating func programmeEnd(for term: TimeExpression.Term) -> TimelineTime? {
    waiting(for: term) { (lowering) throws(TimeCycle) in try lowering.programmeEnd() }
  }

  /// The same where `end` is meant and not written, at `span`.
  mutating func programmeEnd(at span: SourceSpan) -> TimelineTime? {
    programmeEnd(for: TimeExpression.Term(isNegative: false, value: .end, span: span, text: "end"))
  }

  /// The end of the programme: the one that is written, else that of its picture, or of its sound where it has none.
  mutating func programmeEnd() throws(TimeCycle) -> TimelineTime? {
    guard let written = document.duration else {
      if let naturalEnd { return naturalEnd }
      let pictures = document.tracks.indices.filter { document.tracks[$0].value.showsSomething }
      naturalEnd = try end(of: pictures.isEmpty ? Array(document.tracks.indices) : pictures)
      return naturalEnd
    }
    switch written.value {
    case .time(let time):
      let end = seconds(time, on: Clock(rate: canvas.rate, timecodeStart: canvas.start, names: .from(.zero)))
      if let end, end <= .zero {
        log.report(.emptyRange, "the programme ends at \(end.inWords), before it has begun", at: written.span)
        return nil
      }
      let hasPicture = document.tracks.contains { $0.value.showsSomething }
      return end.map { snapped(TimelineTime($0), hasPicture: hasPicture) }
    case .track(let name):
      guard case .track(let track) = things[name] else {
        let near = nearestName(to: name, in: layouts.map(\.laid.id.name))
        log.report(
          .unknownName, "there is no track `\(name)`", at: written.span, fixIts: .didYouMean(near, at: written.span))
        return nil
      }
      return try end(of: [track])
    }
  }

  /// Nil where something is missing that their lengths depend on.
  private mutating func end(of tracks: [Int]) throws(TimeCycle) -> TimelineTime? {
    for track in tracks { try lay(track) }
    guard lengthsAreKnown else { return nil }
    return tracks.map { layouts[$0].laid.end }.max() ?? .zero
  }

  /// Works out what a term of a time stands for; one that needs itself for that is reported.
  private mutating func waiting<Value>(
    for term: TimeExpression.Term, _ work: (inout Lowering) throws(TimeCycle) -> Value?
  ) -> Value? {
    guard waitingTerms.count < Lowering.longestWait else {
      log.report(
        .limitExceeded,
        "times that lead from one to another do so more than \(Lowering.longestWait) times in a row before this one",
        at: term.span, notes: [Note("it begins here", at: waitingTerms[0].span)])
      return nil
    }
    waitingTerms.append(term)
    defer { waitingTerms.removeLast() }
    do { return try work(&self) } catch {
      reportCycle(at: term)
      return nil
    }
  }

  /// How many times may wait for one another: each takes a part of the stack.
  private static let longestWait = 250

  private mutating func reportCycle(at term: TimeExpression.Term) {
    let others = waitingTerms.dropLast()
    log.report(
      .timeCycle,
      others.isEmpty
        ? "`\(term.text)` has no meaning here, because it depends on this very time"
        : "`\(term.text)` depends on itself",
      at: term.span, notes: others.map { Note("by way of `\($0.text)`", at: $0.span) })
  }

  private mutating func reportUnknown(_ reference: TimeReference, _ term: TimeExpression.Term) {
    let near = nearThings.nearest(to: reference.name)
    log.report(
      .unknownName, "there is no track, segment or title `\(reference.name)`", at: term.span,
      fixIts: near.map { [.replace(term.span, with: "\($0).\(reference.edge.rawValue)", "did you mean `\($0)`?")] }
        ?? [])
  }
}

extension TrackItem {
  /// Whether it has anything to show.
  fileprivate var showsSomething: Bool {
    (kind?.value ?? .av).hasPicture
      && segments.contains { if case .clip = $0.value.content { true } else { false } }
  }
}
