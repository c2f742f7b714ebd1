import Compiler
import CutlistKit
import Diagnostics
import Planner
import TimelineModel

/// A plan for programs. Times are exact, as fractions of a second where they are no decimals.
struct PlanJSON: Codable {
  struct Shot: Codable {
    var frames: [Int64]
    var start: String
    var end: String
    var work: String
    var reads: [Read]
    var reason: String?
    var message: String?
    var advice: String?
    var place: String?
  }

  struct Read: Codable {
    var media: String
    var frames: [Int64]
    var catchUp: Int?
  }

  struct Transition: Codable {
    var track: String
    var start: String
    var end: String
    var arithmetic: String
  }

  struct Move: Codable {
    var what: String
    var from: String
    var to: String
  }

  struct Sound: Codable {
    var samples: [Int64]
    var work: String
    var media: String?
    var obstacles: [Obstacle]
    /// What the whole is listened to for beforehand.
    var loudness: Loudness?
  }

  struct Loudness: Codable {
    var target: Double
    var truePeak: Double
  }

  struct Obstacle: Codable {
    var reason: String
    var detail: String?
    var place: String?
  }

  /// Of what is shown and heard and how it is exported.
  var contentHash: String
  var frames: Int64
  var copiedFrames: Int64
  var encodedFrames: Int64
  var decodedFrames: Int64
  var catchUpFrames: Int64
  var pieces: Int
  var peakDecoders: Int
  /// The sample entry name of a picture with parameter sets in its packets, `avc3` or `hev1`.
  var sampleEntry: String?
  var shots: [Shot]
  var transitions: [Transition]
  /// Times of the picture that were moved to frames.
  var moves: [Move]
  var sound: Sound?

  init(
    _ report: PlanReport, _ composition: Composition, _ compilation: Compilation,
    place: (SourceSpan) -> String?
  ) {
    contentHash = composition.contentHash
    frames = report.copiedFrames + report.encodedFrames
    copiedFrames = report.copiedFrames
    encodedFrames = report.encodedFrames
    decodedFrames = report.decodedFrames
    catchUpFrames = report.catchUpFrames
    pieces = report.pieceCount
    peakDecoders = report.peakDecoders
    sampleEntry = report.sampleEntry
    shots = report.shots.map { shot in
      Shot(
        frames: [shot.frames.lowerBound, shot.frames.upperBound], start: shot.start.seconds.text,
        end: shot.end.seconds.text, work: shot.isCopied ? "copy" : "encode",
        reads: shot.reads.map {
          Read(media: $0.media.path, frames: [$0.frames.lowerBound, $0.frames.upperBound], catchUp: $0.catchUp)
        },
        reason: shot.reason?.page.id.name, message: shot.reason?.message, advice: shot.reason?.advice,
        place: shot.reason?.origin.span.flatMap(place))
    }
    moves = compilation.moves.map { Move(what: $0.what, from: $0.from.text, to: $0.to.text) }
    transitions = compilation.transitions.map {
      Transition(
        track: $0.track.name, start: $0.range.start.seconds.text, end: $0.range.end.seconds.text, arithmetic: $0.text)
    }
    sound = report.sound.map { job in
      var sound = Sound(samples: [job.samples.lowerBound, job.samples.upperBound], work: "encode", obstacles: [])
      switch job.decision {
      case .copy(let copy): (sound.work, sound.media) = ("copy", copy.media.path)
      case .encode(let obstacles):
        sound.obstacles = obstacles.map {
          Obstacle(reason: $0.reason.rawValue, detail: $0.detail, place: $0.origin.span.flatMap(place))
        }
      }
      sound.loudness = composition.mastering.loudness.map {
        Loudness(target: $0.integrated, truePeak: $0.truePeak)
      }
      return sound
    }
  }

  var text: String { readableJSON + "\n" }
}

extension Rational {
  fileprivate var text: String { decimal ?? description }
}
