import CFFmpeg
import Diagnostics
import TimelineModel

/// Which frame a timestamp of a picture stream stands for, and the other way round.
struct FrameClock {
  let facts: VideoFacts
  /// Seconds in a tick.
  let timeBase: Rational

  /// The time of the first frame by its packet, in seconds.
  private var start: Rational { facts.delay.map { facts.start - $0 } ?? facts.start }

  /// Nil for what is not part of the stream's timing.
  func number(of ticks: Int64) -> Int64? {
    let seconds = Rational(ticks) * timeBase - start
    switch facts.timing {
    case .regular(let rate, _):
      return (seconds * rate.perSecond).rounded
    case .sparse(let rate, let places, _):
      guard let place = (seconds * rate.perSecond).rounded else { return nil }
      let number = places.leadingCount { $0 < place }
      return number < places.count && places[number] == place ? Int64(number) : nil
    case .irregular:
      let number = facts.timing.frame(at: seconds)
      return facts.timing.seconds(ofFrame: number) == seconds ? number : nil
    case .still:
      return 0
    }
  }

  func ticks(of frame: Int64) -> Int64 {
    ((start + facts.timing.seconds(ofFrame: frame)) / timeBase).rounded ?? 0
  }
}
