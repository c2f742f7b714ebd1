extension TimeMapping {
  /// The same for a longer target, going on at the speeds that it begins and ends with. A loop begins with a whole pass,
  /// so there is nothing before it.
  package func extended(before head: Rational, after tail: Rational) -> TimeMapping {
    var result = self
    result.target = TimelineRange(target.start - head, target.end + tail)
    let (first, last): (Rational, Rational)
    switch course {
    case .steady: (first, last) = (source.duration / target.duration, source.duration / target.duration)
    case .looped: return result
    case .paced(let paces):
      (first, last) = (paces.first?.speed ?? .one, paces.last?.endSpeed ?? .one)
      let held = [
        Pace(start: -head, duration: head, speed: first, endSpeed: first),
        Pace(start: target.duration, duration: tail, speed: last, endSpeed: last),
      ]
      let all = (held.prefix(1) + paces + held.suffix(1)).filter { $0.duration > .zero }
      result.course = .paced(
        all.map { Pace(start: $0.start + head, duration: $0.duration, speed: $0.speed, endSpeed: $0.endSpeed) })
    }
    let (before, after) = isReversed ? (tail * last, head * first) : (head * first, tail * last)
    result.source = SourceRange(source.start - before, source.end + after)
    return result
  }
}
