package import TimelineModel

/// Something that is said of a part, a track or the whole, before and after; nil where it was not said.
package struct TraitChange: Hashable, Sendable {
  package var name: String
  package var before: String?
  package var after: String?
}

extension TraitChange {
  /// What differs, in the order of what is new.
  static func changes(_ before: [Trait], _ after: [Trait]) -> [TraitChange] {
    let (old, new) = (Dictionary(grouping: before, by: \.name), Dictionary(grouping: after, by: \.name))
    var seen: Set<String> = []
    return (after + before).map(\.name).filter { seen.insert($0).inserted }.compactMap { name in
      func text(_ traits: [Trait]?) -> String? { traits.map { $0.map(\.value).joined(separator: "; ") } }
      let change = TraitChange(name: name, before: text(old[name]), after: text(new[name]))
      return change.before == change.after ? nil : change
    }
  }
}

/// What became of one part of the timeline.
package struct PartChange: Hashable, Sendable {
  /// Nil for what was added.
  package var before: TimelinePart?
  /// Nil for what was removed.
  package var after: TimelinePart?
  /// How much later it begins of its own accord, in seconds: what everything around it moves by does not count.
  package var move: Rational?
  /// The track that it came from, where that is another one.
  package var fromTrack: String?
  package var traits: [TraitChange] = []

  package enum Kind: String, Sendable { case added, removed, moved, trimmed, changed }

  /// What it is in a word: what is moved may be trimmed and changed as well.
  package var kind: Kind {
    guard let before, let after else { return before == nil ? .added : .removed }
    if move != nil || fromTrack != nil { return .moved }
    return before.source != after.source || before.range.duration != after.range.duration ? .trimmed : .changed
  }

  /// How much later in its source it begins and ends, in seconds; nil where it does not show a stretch of one.
  package var trim: (head: Rational, tail: Rational)? {
    guard let before = before?.source, let after = after?.source else { return nil }
    return (after.start - before.start, after.end - before.end)
  }

  /// How much longer it lasts, in seconds.
  package var growth: Rational {
    guard let before, let after else { return .zero }
    return after.range.duration - before.range.duration
  }

  /// True where nothing became of it.
  var isNothing: Bool {
    guard let before, let after else { return false }
    return move == nil && fromTrack == nil && traits.isEmpty && before.source == after.source && growth == .zero
  }
}

/// From a moment of the old timeline on, all of some tracks stands later by a length in seconds, or earlier.
package struct TimelineShift: Hashable, Sendable {
  package var start: TimelineTime
  package var length: Rational
  /// Those tracks; none is everything.
  package var tracks: [String]
}

/// What became of one track, or of the titles, the instructions or the chapters.
package struct LaneChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable { case added, removed, changed }

  package var name: String
  package var kind: Kind
  package var traits: [TraitChange] = []
  /// In the order of the new timeline; what was removed stands where it was.
  package var parts: [PartChange] = []
  /// True where some of its parts show something.
  package var hasPictures = false
  var shifts: [TimelineShift] = []
  /// For each part that is there before and after and was not moved, where it was and how much later it is.
  var delays: [(start: TimelineTime, length: Rational)] = []

  package static func == (a: LaneChange, b: LaneChange) -> Bool {
    (a.name, a.kind, a.traits, a.parts) == (b.name, b.kind, b.traits, b.parts)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(parts)
  }
}
