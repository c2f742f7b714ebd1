import TimelineModel

extension TimeMapping {
  /// The source time that is shown or heard at a time of the timeline.
  func defined(at time: TimelineTime) -> Rational {
    let elapsed = time - target.start
    let played: Rational =
      switch course {
      case .steady: elapsed * (source.duration / target.duration)
      case .looped(let pass):
        (elapsed - pass * Rational((elapsed / pass).floor ?? 0)) * (source.duration / pass)
      case .paced(let paces): paces.reduce(.zero) { $0 + $1.area(until: elapsed) }
      }
    return isReversed ? source.end.seconds - played : source.start.seconds + played
  }

  /// True where each sample of the result is a sample of the source.
  var playsAtOwnSpeed: Bool {
    switch course {
    case .steady: source.duration == target.duration
    case .looped(let pass): source.duration == pass
    case .paced: false
    }
  }
}

extension TimeMapping.Pace {
  /// What lies under the line of the speed, from its start to a time of the segment.
  fileprivate func area(until elapsed: Rational) -> Rational {
    let length = min(max(elapsed - start, .zero), duration)
    let reached = speed + (endSpeed - speed) * (length / duration)
    return length * (speed + reached) / Rational(2)
  }
}
