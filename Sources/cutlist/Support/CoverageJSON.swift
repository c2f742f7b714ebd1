import CutlistKit
import Diagnostics
import TimelineModel

/// Coverage for programs. Times are seconds, as a decimal or a fraction.
struct CoverageJSON: Codable {
  private struct Stretch: Codable {
    var start: String
    var end: String

    init(_ range: TimelineRange) {
      start = range.start.seconds.decimal ?? "\(range.start.seconds)"
      end = range.end.seconds.decimal ?? "\(range.end.seconds)"
    }
  }

  private struct Row: Codable {
    var name: String
    var kind: String
    /// From 0 to 1.
    var fraction: Double
    var covered: [Stretch]
    var gaps: [Stretch]
    var overlaps: [Stretch]
    var hidden: [Stretch]

    init(_ row: Coverage.Row) {
      name = row.name
      kind = row.kind.rawValue
      fraction = row.fraction
      covered = row.covered.ranges.map { Stretch($0) }
      gaps = row.gaps.ranges.map { Stretch($0) }
      overlaps = row.overlaps.ranges.map { Stretch($0) }
      hidden = row.hidden.ranges.map { Stretch($0) }
    }
  }

  private var version = 1
  private let end: String
  private let writtenInstructions: Bool
  private let instructions: Row
  private let tracks: [Row]
  private let picture: Row
  private let sound: Row

  init(_ coverage: Coverage) {
    end = coverage.end.seconds.decimal ?? "\(coverage.end.seconds)"
    writtenInstructions = coverage.hasWrittenInstructions
    instructions = Row(coverage.instructions)
    tracks = coverage.tracks.map { Row($0) }
    picture = Row(coverage.picture)
    sound = Row(coverage.sound)
  }

  var text: String { readableJSON }
}
