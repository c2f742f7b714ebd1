import CutlistKit
import TimelineModel

/// A difference for programs. Times are seconds, as a decimal or a fraction; ranges hold their start and not their end.
struct DifferenceJSON: Codable {
  private struct Change: Codable {
    var name: String
    var before: String?
    var after: String?

    init(_ change: TraitChange) { (name, before, after) = (change.name, change.before, change.after) }
  }

  private struct Shift: Codable {
    /// On the old timeline.
    var from: String
    /// How much later.
    var by: String
    /// None where it is everything.
    var tracks: [String]
  }

  private struct Part: Codable {
    var kind: String
    var name: String
    var start: String
    var end: String
    var source: [String]?

    init(_ part: TimelinePart) {
      kind = part.kind == .both ? "picture and sound" : part.kind.rawValue
      name = part.name
      start = part.range.start.seconds.text
      end = part.range.end.seconds.text
      source = part.source.map { [$0.start.seconds.text, $0.end.seconds.text] }
    }
  }

  private struct PartDifference: Codable {
    var change: String
    var before: Part?
    var after: Part?
    /// How much later it stands by itself.
    var moved: String?
    var fromTrack: String?
    var traits: [Change]

    init(_ change: PartChange) {
      self.change = change.kind.rawValue
      before = change.before.map { Part($0) }
      after = change.after.map { Part($0) }
      moved = change.move?.text
      fromTrack = change.fromTrack
      traits = change.traits.map { Change($0) }
    }
  }

  private struct Track: Codable {
    var name: String
    var change: String
    var traits: [Change]
    var parts: [PartDifference]
  }

  private struct Picture: Codable {
    var framesBefore: Int64
    var framesAfter: Int64
    var changedFrames: Int64
    var goneFrames: Int64
    var hunks: [Hunk]

    struct Hunk: Codable {
      var before: [Int64]
      var after: [Int64]
    }
  }

  private struct Sound: Codable {
    /// Seconds.
    var changed: String
    var gone: String
    var loudnessMayDiffer: Bool
    var hunks: [Hunk]

    struct Hunk: Codable {
      var before: [String]
      var after: [String]
    }
  }

  private var version = 1
  private let same: Bool
  private let settings: [Change]
  private let shifts: [Shift]
  private let tracks: [Track]
  /// Left out where nothing is known of the media.
  private let picture: Picture?
  private let sound: Sound?

  init(_ difference: EditDifference) {
    same = difference.isEmpty
    settings = difference.settings.map { Change($0) }
    shifts = difference.shifts.map {
      Shift(from: $0.start.seconds.text, by: $0.length.text, tracks: $0.tracks)
    }
    tracks = difference.lanes.map { lane in
      Track(
        name: lane.name, change: lane.kind.rawValue, traits: lane.traits.map { Change($0) },
        parts: lane.parts.map { PartDifference($0) })
    }
    picture = difference.picture.map { picture in
      Picture(
        framesBefore: picture.counts.before, framesAfter: picture.counts.after, changedFrames: picture.changedCount,
        goneFrames: picture.goneCount,
        hunks: picture.hunks.map {
          Picture.Hunk(
            before: [$0.before.lowerBound, $0.before.upperBound], after: [$0.after.lowerBound, $0.after.upperBound])
        })
    }
    sound = difference.sound.map { sound in
      // The last piece may be longer than what is left.
      func seconds(_ count: Int64, _ end: TimelineTime) -> String {
        min(Rational(count) * difference.pieceLength, max(end.seconds, .zero)).text
      }
      func times(_ range: Range<Int64>, _ end: TimelineTime) -> [String] {
        [range.lowerBound, range.upperBound].map {
          min(Rational($0) * difference.pieceLength, max(end.seconds, .zero)).text
        }
      }
      return Sound(
        changed: seconds(sound.changedCount, difference.after.end), gone: seconds(sound.goneCount, difference.before.end),
        loudnessMayDiffer: difference.loudnessMayDiffer,
        hunks: sound.hunks.map {
          Sound.Hunk(before: times($0.before, difference.before.end), after: times($0.after, difference.after.end))
        })
    }
  }
}

extension Rational {
  fileprivate var text: String { decimal ?? "\(self)" }
}
