/// Makes a track step back while another one is heard.
package struct Duck: Hashable, Sendable {
  package var under: TrackID
  /// The linear gain while the other track is heard, 0 to 1.
  package var level: Double
  /// Seconds that the gain falls for, before the other track is heard, and rises for, after it.
  package var attack: Rational
  package var release: Rational
  package var trigger: Trigger
  package var origin: Origin

  /// What counts as being heard.
  package enum Trigger: Hashable, Sendable {
    /// The segments of the other track, from which follows the gain over time: one more factor of the track's.
    case segments(gain: Curve<Double>)
    /// What the other track's sound is found to be: as loud as this linear level, or louder.
    case level(threshold: Double)
  }

  package init(
    under: TrackID, level: Double, attack: Rational, release: Rational, trigger: Trigger, origin: Origin = .none
  ) {
    self.under = under
    self.level = level
    self.attack = attack
    self.release = release
    self.trigger = trigger
    self.origin = origin
  }

  /// The gain over time, where that is known without listening.
  package var gain: Curve<Double>? { if case .segments(let gain) = trigger { gain } else { nil } }

  /// Falls to `level` before each stretch and rises after it. Where it could not come all the way up before it would
  /// have to fall again, it stays down.
  package static func gain(
    _ level: Double, attack: Rational, release: Rational, heard: [TimelineRange]
  ) -> Curve<Double> {
    var stretches: [TimelineRange] = []
    for range in heard.sorted(by: { $0.start < $1.start }) {
      if let last = stretches.last, range.start < last.end + attack + release {
        stretches[stretches.count - 1] = TimelineRange(last.start, max(last.end, range.end))
      } else {
        stretches.append(range)
      }
    }
    var curve = Curve(stretches.first.map { $0.start <= .zero } ?? false ? level : 1)
    for stretch in stretches {
      if stretch.start > .zero {
        curve.pieces.append(CurvePiece(TimelineRange(stretch.start - attack, stretch.start), from: 1, to: level))
      }
      curve.pieces.append(CurvePiece(TimelineRange(start: stretch.end, duration: release), from: level, to: 1))
    }
    return curve
  }
}
