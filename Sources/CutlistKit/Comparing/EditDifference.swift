import Compiler
import Platform
import Foundation
import Planner
package import Renderer
import Store
package import TimelineModel

/// What differs between two versions of an edit, in what is seen and heard and how it is exported, and not in how it
/// is written.
package struct EditDifference: Sendable {
  /// What holds for the whole.
  package private(set) var settings: [TraitChange] = []
  /// Tracks from front to back, then titles, instructions and chapters.
  package private(set) var lanes: [LaneChange] = []
  package private(set) var shifts: [TimelineShift] = []
  /// By frames; nil where nothing is known of the media.
  package private(set) var picture: StretchDifference?
  /// By pieces that last `pieceLength`; nil where nothing is known of the media.
  package private(set) var sound: StretchDifference?
  /// True where the loudness of the whole may be another because some of the sound is.
  package private(set) var loudnessMayDiffer = false
  /// Seconds.
  package private(set) var pieceLength: Rational
  /// The versions themselves.
  package let before: Composition
  package let after: Composition

  /// True where both make the same movie.
  package var isEmpty: Bool {
    settings.isEmpty && lanes.isEmpty && shifts.isEmpty && picture?.isEmpty ?? true && sound?.isEmpty ?? true
  }

  /// Both documents have to be without errors. Nil stands for no document at all.
  /// - Throws: what fonts fail.
  package init(from before: LoadedDocument?, to after: LoadedDocument?) throws(RenderFailure) {
    let versions = Versions(before, after)
    (self.before, self.after) = (versions.before.composition, versions.after.composition)
    pieceLength = self.after.canvas.rate.frameDuration
    settings = TraitChange.changes(self.before.wholeTraits, self.after.wholeTraits)
    compareLanes(versions)
    if versions.areKnown {
      pieceLength = pieceLength / Rational(divisions)
      picture = try versions.picture()
      let sound = try versions.sound(pieceLength)
      let isMeasured = self.after.mastering.loudness != nil && self.before.mastering.loudness != nil
      loudnessMayDiffer = isMeasured && !sound.isEmpty
      self.sound = sound
    }
    guard picture?.isEmpty == true, sound?.isEmpty == true else { return }
    // What cannot be seen or heard does not count, such as a clip cut in two that plays on.
    lanes = lanes.filter { $0.name == EditDifference.chapters }
    settings.removeAll { $0.name == EditDifference.orderOfTracks }
    if lanes.isEmpty { shifts = [] }
  }
}

extension EditDifference {
  fileprivate static let chapters = "chapters"
  fileprivate static let orderOfTracks = "order of tracks"
}

extension EditDifference {
  /// Into how many pieces the sound of a frame is divided, so that what moves by less than frames is seen to be the same.
  private var divisions: Int64 {
    let frame = after.canvas.rate.frameDuration
    let moves = lanes.flatMap { lane in lane.delays.map { $0.length } + lane.parts.compactMap(\.move) }
    var divisions: Int64 = 1
    for move in Set(moves) {
      let wanted = (move * Rational(divisions) / frame).narrow?.denominator ?? 0
      if wanted > 0, divisions * wanted <= EditDifference.mostDivisions { divisions *= wanted }
    }
    return divisions
  }

  private static let mostDivisions: Int64 = 24
}

extension Composition {
  /// With how long it is.
  fileprivate var wholeTraits: [Trait] { [Trait("duration", end.inWords)] + traits }
}

// MARK: Tracks

extension EditDifference {
  private mutating func compareLanes(_ versions: Versions) {
    var names = MediaNames()
    func lanes(of version: Versions.Version) -> [TimelineLane] {
      TimelineLane.lanes(of: version.composition, hasWrittenInstructions: version.hasWrittenInstructions) {
        names.name(of: $0, at: version.folder.path(of: $0).path)
      }
    }
    let (cut, cutNow) = (lanes(of: versions.before), lanes(of: versions.after))
    var (old, new) = (cut, cutNow)
    let (cuts, cutsNow) = (TimelineLane.cuts(in: cut), TimelineLane.cuts(in: cutNow))
    for index in old.indices { old[index].joinNeighbours(unlessIn: cutsNow) }
    for index in new.indices { new[index].joinNeighbours(unlessIn: cuts) }
    var comparisons: [(before: TimelineLane, after: TimelineLane, comparison: LaneComparison)] = []
    let pairs = EditDifference.counterparts(old, new)
    for (index, lane) in new.enumerated() {
      let counterpart = pairs[index].map { old[$0] } ?? TimelineLane(kind: lane.kind, name: lane.name, parts: [])
      comparisons.append((counterpart, lane, LaneComparison(counterpart, lane)))
    }
    let kept = Set(pairs.values)
    for (index, lane) in old.enumerated() where !kept.contains(index) {
      let empty = TimelineLane(kind: lane.kind, name: lane.name, parts: [])
      comparisons.append((lane, empty, LaneComparison(lane, empty)))
    }
    self.lanes = comparisons.map { comparison in
      var change = comparison.comparison.change()
      change.hasPictures = (comparison.before.parts + comparison.after.parts).contains { $0.kind != .sound }
      return change
    }
    for index in self.lanes.indices {
      if index < new.count, pairs[index] == nil { self.lanes[index].kind = .added }
      if index >= new.count { self.lanes[index].kind = .removed }
    }
    pairAcrossLanes(comparisons)
    shifts = TimelineShift.common(to: self.lanes)
    let tracks = new.indices.filter { new[$0].kind == .track && pairs[$0] != nil }
    let places = tracks.compactMap { pairs[$0] }
    if places != places.sorted() {
      settings.append(
        TraitChange(
          name: EditDifference.orderOfTracks,
          before: places.sorted().map { old[$0].name }.joined(separator: ", "),
          after: tracks.map { new[$0].name }.joined(separator: ", ")))
    }
    for index in self.lanes.indices { self.lanes[index].parts.sort { $0.place < $1.place } }
    self.lanes.removeAll { $0.kind == .changed && $0.traits.isEmpty && $0.parts.isEmpty }
  }

  /// What is gone from one track and new on another went there.
  private mutating func pairAcrossLanes(
    _ comparisons: [(before: TimelineLane, after: TimelineLane, comparison: LaneComparison)]
  ) {
    var gone: [TimelinePart.Identity: [(lane: Int, part: TimelinePart)]] = [:]
    for (lane, item) in comparisons.enumerated().reversed() {
      for index in item.comparison.removed.reversed() {
        gone[item.before.parts[index].identity, default: []].append((lane, item.before.parts[index]))
      }
    }
    for (lane, item) in comparisons.enumerated() {
      for index in item.comparison.added {
        let part = item.after.parts[index]
        if item.after.kind == .track, let found = gone[part.identity]?.last, found.lane != lane {
          gone[part.identity]?.removeLast()
          let delay = part.range.start - found.part.range.start
          lanes[lane].parts.append(
            PartChange(
              before: found.part, after: part, move: delay == .zero ? nil : delay,
              fromTrack: comparisons[found.lane].before.name,
              traits: TraitChange.changes(found.part.traits, part.traits)))
        } else {
          lanes[lane].parts.append(PartChange(before: nil, after: part))
        }
      }
    }
    for (lane, parts) in Dictionary(grouping: gone.values.flatMap { $0 }, by: { $0.lane }) {
      lanes[lane].parts += parts.map { PartChange(before: $0.part, after: nil) }
    }
  }

  /// For the places of the new lanes those of the old ones that they were: with the most in common, and of those that
  /// have as much in common those of one name.
  private static func counterparts(_ old: [TimelineLane], _ new: [TimelineLane]) -> [Int: Int] {
    let subjects = old.map { Set($0.parts.map(\.identity)) }
    let likely = LikelyCounterparts(old, subjects)
    var candidates: [(score: Int, new: Int, old: Int)] = []
    for (index, lane) in new.enumerated() {
      let own = Set(lane.parts.map(\.identity))
      for other in likely.lanes(for: lane, own, among: new.count) where old[other].kind == lane.kind {
        let isSame = old[other].name == lane.name
        let score = own.intersection(subjects[other]).count * 2 + (isSame ? 1 : 0)
        if score > 0 { candidates.append((score, index, other)) }
      }
    }
    candidates.sort { ($1.score, $0.new, $0.old) < ($0.score, $1.new, $1.old) }
    var (pairs, taken): ([Int: Int], Set<Int>) = ([:], [])
    for candidate in candidates where pairs[candidate.new] == nil && !taken.contains(candidate.old) {
      pairs[candidate.new] = candidate.old
      taken.insert(candidate.old)
    }
    return pairs
  }
}

/// Which of the old lanes a new one is held to: all of them, or of very many those of its name and some that share what it
/// plays.
private struct LikelyCounterparts {
  private let count: Int
  private var named: [String: [Int]] = [:]
  private var playing: [TimelinePart.Identity: [Int]] = [:]

  private static let fewPairs = 250_000
  private static let mostPlaying = 8

  init(_ lanes: [TimelineLane], _ subjects: [Set<TimelinePart.Identity>]) {
    count = lanes.count
    for (index, lane) in lanes.enumerated() {
      named[lane.name, default: []].append(index)
      for subject in subjects[index] where playing[subject]?.count ?? 0 < Self.mostPlaying {
        playing[subject, default: []].append(index)
      }
    }
  }

  func lanes(for lane: TimelineLane, _ own: Set<TimelinePart.Identity>, among others: Int) -> [Int] {
    if count * others <= Self.fewPairs { return Array(0..<count) }
    return Set((named[lane.name] ?? []) + own.flatMap { playing[$0] ?? [] }).sorted()
  }
}

extension PartChange {
  /// Where it stands among the others.
  fileprivate var place: TimelineTime { (after ?? before)?.range.start ?? .zero }
}

extension TimelineShift {
  /// What moves everything is said once; what some lanes alone do is said of them.
  fileprivate static func common(to lanes: [LaneChange]) -> [TimelineShift] {
    guard let leader = lanes.max(by: { ($0.shifts.count, $0.delays.count) < ($1.shifts.count, $1.delays.count) }),
      !leader.shifts.isEmpty
    else { return [] }
    func follows(_ lane: LaneChange) -> Bool {
      lane.delays.allSatisfy { start, length in
        length == leader.shifts.filter { $0.start <= start }.reduce(.zero) { $0 + $1.length }
      }
    }
    let behind = lanes.filter { lane in lane.delays.contains { leader.shifts[0].start <= $0.start } }
    if behind.allSatisfy(follows) { return leader.shifts }
    return lanes.flatMap { lane in
      lane.shifts.map { TimelineShift(start: $0.start, length: $0.length, tracks: [lane.name]) }
    }.merged
  }
}

extension [TimelineShift] {
  /// Tracks that move alike are said together.
  fileprivate var merged: [TimelineShift] {
    reduce(into: []) { shifts, shift in
      if let index = shifts.firstIndex(where: { $0.start == shift.start && $0.length == shift.length }) {
        shifts[index].tracks += shift.tracks
      } else {
        shifts.append(shift)
      }
    }.sorted { $0.start < $1.start }
  }
}
