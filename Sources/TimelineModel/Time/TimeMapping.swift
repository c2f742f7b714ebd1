/// Lays a source range over a timeline range. Unequal lengths change the speed; an empty source range is one moment
/// that stands still.
package struct TimeMapping: Hashable, Sendable {
  /// What of the source is used, whichever way and however often.
  package var source: SourceRange
  package var target: TimelineRange
  package var course: Course
  /// From the end to the start.
  package var isReversed: Bool

  /// How the source is gone through.
  package enum Course: Hashable, Sendable {
    /// Once, at one speed.
    case steady
    /// Again and again, each pass so many seconds of the timeline long; the last may end early.
    case looped(pass: Rational)
    /// Once, at a speed that changes. In order and without holes; the last lasts as long as the target.
    case paced([Pace])
  }

  package init(
    source: SourceRange, target: TimelineRange, course: Course = .steady, isReversed: Bool = false
  ) {
    self.source = source
    self.target = target
    self.course = course
    self.isReversed = isReversed
  }

  package var isFrozen: Bool { source.isEmpty }

  /// Source seconds per timeline second where that is the same throughout and the source runs forward: 2 plays twice
  /// as fast.
  package var speed: Rational? {
    switch course {
    case _ where isReversed: nil
    case .steady: source.duration / target.duration
    case .looped(let pass): source.duration / pass
    case .paced: nil
    }
  }

  /// True where a second of the source takes a second.
  package var isAtOwnSpeed: Bool {
    switch course {
    case .steady: source.duration == target.duration
    case .looped(let pass): source.duration == pass
    case .paced(let paces): paces.allSatisfy { $0.speed == .one && $0.endSpeed == .one }
    }
  }

  /// True where every moment of the source stands at one moment of the timeline, in order and evenly.
  package var isPlain: Bool { course == .steady && !isReversed }

  package func source(at time: TimelineTime) -> SourceTime {
    source(at: time, in: stretch(at: time))
  }

  /// The same for a time in a stretch that is known.
  package func source(at time: TimelineTime, in stretch: Stretch) -> SourceTime {
    let played = stretch.played(after: time - stretch.target.start)
    return isReversed ? source.end - (stretch.position + played) : source.start + (stretch.position + played)
  }

  /// For a plain mapping, where on the timeline a moment of the source shows.
  package func target(at time: SourceTime) -> TimelineTime {
    target.start + (time - source.start) * target.duration / source.duration
  }
}

extension TimeMapping {
  /// One that goes on before its start and after its end at the speeds it has there. A loop has nothing before its
  /// start.
  package func extended(head: Rational, tail: Rational) -> TimeMapping {
    var result = self
    result.target = TimelineRange(target.start - head, target.end + tail)
    switch course {
    case .steady:
      let speed = source.duration / target.duration
      result.reach(back: head * speed, on: tail * speed)
    case .looped: break
    case .paced(let paces):
      let (first, last) = (paces[0].speed, paces[paces.count - 1].endSpeed)
      result.reach(back: head * first, on: tail * last)
      let edges = [
        Pace(start: .zero, duration: head, speed: first, endSpeed: first),
        Pace(start: head + target.duration, duration: tail, speed: last, endSpeed: last),
      ]
      let moved = paces.map { pace in
        var pace = pace
        pace.start += head
        return pace
      }
      result.course = .paced((edges.prefix(1) + moved + edges.suffix(1)).filter { $0.duration > .zero })
    }
    return result
  }

  /// From the same moment of the source on at the same speeds, over another range: of what comes last there is more, at
  /// the speed it has, or less.
  package func moved(to target: TimelineRange) -> TimeMapping {
    guard target != self.target else { return self }
    var result = self
    result.target = target
    switch course {
    case .looped: break
    case .steady:
      result.use(source.duration / self.target.duration * target.duration)
    case .paced(let paces):
      let kept = paces.flatMap { $0.lasting(until: target.duration, isLast: $0 == paces.last) }
      result.course = .paced(kept)
      result.use(kept.reduce(.zero) { $0 + $1.played })
    }
    return result
  }

  /// Uses so much of the source from the first moment on that shows.
  private mutating func use(_ length: Rational) {
    source =
      isReversed
      ? SourceRange(source.end - length, source.end) : SourceRange(start: source.start, duration: length)
  }

  /// Uses more of the source, by lengths in the direction of play.
  private mutating func reach(back: Rational, on: Rational) {
    source =
      isReversed
      ? SourceRange(source.start - on, source.end + back) : SourceRange(source.start - back, source.end + on)
  }
}

// MARK: Stretches

extension TimeMapping {
  /// A part of a paced mapping.
  package struct Pace: Hashable, Sendable {
    /// In seconds from the start of the target.
    package var start: Rational
    package var duration: Rational
    /// Source seconds per timeline second at its start and at its end; between them it changes evenly.
    package var speed: Rational
    package var endSpeed: Rational

    package init(start: Rational, duration: Rational, speed: Rational, endSpeed: Rational) {
      self.start = start
      self.duration = duration
      self.speed = speed
      self.endSpeed = endSpeed
    }

    /// Source seconds that are played in its first so many seconds.
    package func played(after elapsed: Rational) -> Rational {
      guard speed != endSpeed else { return elapsed * speed }
      return elapsed * (speed + (endSpeed - speed) * elapsed / (duration * Rational(2)))
    }

    package var played: Rational { duration * (speed + endSpeed) / Rational(2) }

    /// As much of it as lies before a time. The last one goes on to there, at one speed where it has to be longer.
    fileprivate func lasting(until end: Rational, isLast: Bool) -> [Pace] {
      guard start < end else { return [] }
      let goesOn = isLast && speed == endSpeed
      let length = goesOn ? end - start : min(duration, end - start)
      var own = self
      own.duration = length
      own.endSpeed = speed + (endSpeed - speed) * length / duration
      guard isLast, !goesOn, start + duration < end else { return [own] }
      let rest = end - start - duration
      return [own, Pace(start: start + duration, duration: rest, speed: endSpeed, endSpeed: endSpeed)]
    }
  }

  /// A part of the target that goes through a part of the source once.
  package struct Stretch: Hashable, Sendable {
    package var target: TimelineRange
    /// Source seconds that lie before it, counted in the direction of play.
    package var position: Rational
    package var speed: Rational
    package var endSpeed: Rational

    package var isSteady: Bool { speed == endSpeed }

    /// Source seconds that are played in its first so many seconds.
    package func played(after elapsed: Rational) -> Rational {
      Pace(start: .zero, duration: target.duration, speed: speed, endSpeed: endSpeed).played(after: elapsed)
    }
  }

  /// All of them, in order.
  package var stretches: [Stretch] {
    switch course {
    case .steady: return [whole]
    case .looped(let pass):
      let count = (target.duration / pass).ceiling ?? 1
      return (0..<max(count, 1)).map { stretch(ofPass: $0, pass) }
    case .paced(let paces):
      var position = Rational.zero
      return paces.map { pace in
        defer { position += pace.played }
        return stretch(of: pace, at: position)
      }
    }
  }

  /// Where one stretch ends and the next begins.
  package var joints: [TimelineTime] { course == .steady ? [] : stretches.dropFirst().map(\.target.start) }

  private var whole: Stretch {
    let speed = source.duration / target.duration
    return Stretch(target: target, position: .zero, speed: speed, endSpeed: speed)
  }

  private func stretch(ofPass number: Int64, _ pass: Rational) -> Stretch {
    let speed = source.duration / pass
    let start = target.start + pass * Rational(number)
    return Stretch(
      target: TimelineRange(start, min(start + pass, target.end)), position: .zero, speed: speed, endSpeed: speed)
  }

  private func stretch(of pace: Pace, at position: Rational) -> Stretch {
    Stretch(
      target: TimelineRange(start: target.start + pace.start, duration: pace.duration), position: position,
      speed: pace.speed, endSpeed: pace.endSpeed)
  }

  /// The stretch that a time lies in; the first or last one beyond the target.
  private func stretch(at time: TimelineTime) -> Stretch {
    switch course {
    case .steady: return whole
    case .looped(let pass):
      let last = max((target.duration / pass).ceiling ?? 1, 1) - 1
      return stretch(ofPass: min(max(((time - target.start) / pass).floor ?? 0, 0), last), pass)
    case .paced(let paces):
      let index = paces.dropLast().count { target.start + ($0.start + $0.duration) <= time }
      return stretch(of: paces[index], at: paces[..<index].reduce(.zero) { $0 + $1.played })
    }
  }
}
