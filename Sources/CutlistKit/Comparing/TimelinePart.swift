package import TimelineModel

/// Something that lies on the timeline: a segment, a title, an instruction, a chapter.
package struct TimelinePart: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// A segment with a picture, one with sound, or both as one.
    case picture, sound, both
    case title, instruction, chapter
  }

  package var kind: Kind
  /// What messages call it.
  package var name: String
  package var range: TimelineRange
  /// What it plays of its source; nil where that is no stretch.
  package var source: SourceRange?
  /// All else that is said of it; times count from its start.
  package var traits: [Trait]
  /// What it is of: two parts of one thing have the same, whatever else is said of them.
  var subject: String

  /// The same but for its time.
  struct Likeness: Hashable {
    var subject: String
    var kind: Kind
    var source: SourceRange?
    var duration: Rational
    var traits: [Trait]
  }

  var likeness: Likeness {
    Likeness(subject: subject, kind: kind, source: source, duration: range.duration, traits: traits)
  }

  /// The same stretch of the same thing, however it is shown.
  struct Identity: Hashable {
    var subject: String
    var source: SourceRange?
  }

  var identity: Identity { Identity(subject: subject, source: source) }

  /// True where one may be the other trimmed, or at another speed.
  func mayBecome(_ other: TimelinePart) -> Bool {
    guard subject == other.subject else { return false }
    guard let source, let theirs = other.source, !source.isEmpty, !theirs.isEmpty else { return true }
    return source.overlaps(theirs)
  }
}

/// What lies on one track, or all titles, instructions or chapters. Parts are in the order of their starts.
struct TimelineLane {
  enum Kind: Int { case track, titles, instructions, chapters }

  var kind: Kind
  var name: String
  var traits: [Trait] = []
  var parts: [TimelinePart]
}
