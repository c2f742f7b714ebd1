import TimelineModel

extension Curve {
  /// By the definition: the last piece that has begun decides.
  func defined(at time: TimelineTime) -> Value {
    var result = base
    for piece in pieces where piece.range.start <= time {
      if time < piece.range.end {
        result = piece.defined(after: time - piece.range.start)
      } else if piece.after == .reset {
        result = base
      } else if let cycle = piece.cycle {
        result = cycle.returns ? piece.from : piece.to
      } else {
        result = piece.to
      }
    }
    return result
  }
}

extension Curve<Double> {
  /// Of an opacity or an amount: held where an ease leaves what there is.
  func definedShare(at time: TimelineTime) -> Double {
    let value = defined(at: time)
    return value < 0 ? 0 : value > 1 ? 1 : value
  }
}

extension CurvePiece {
  /// While it runs: there, and where it returns back again, as often as its range is long.
  fileprivate func defined(after passed: Rational) -> Value {
    let length = cycle?.duration ?? range.duration
    var rest = passed
    var isOnItsWayBack = false
    while rest >= length {
      rest = rest - length
      if cycle?.returns == true { isOnItsWayBack.toggle() }
    }
    let progress = (rest / length).approximate
    return .interpolate(from, to, ease.defined(at: isOnItsWayBack ? 1 - progress : progress))
  }
}

extension Ease {
  /// CSS's `cubic-bezier`: y where x is `progress`.
  func defined(at progress: Double) -> Double {
    guard case .bezier(let x1, let y1, let x2, let y2) = self else { return progress }
    func bezier(_ p1: Double, _ p2: Double, _ s: Double) -> Double {
      let (a, b, c) = (p1 * s, p1 + (p2 - p1) * s, p2 + (1 - p2) * s)
      let (d, e) = (a + (b - a) * s, b + (c - b) * s)
      return d + (e - d) * s
    }
    var (low, high) = (0.0, 1.0)
    while high - low > 1e-12 {
      let middle = (low + high) / 2
      if bezier(x1, x2, middle) < progress { low = middle } else { high = middle }
    }
    return bezier(y1, y2, low)
  }
}

extension Fade {
  /// The factor at `time` for an owner that covers `range`.
  func defined(at time: TimelineTime, over range: TimelineRange) -> Double {
    let fadedIn = self.in == .zero ? 1 : ((time - range.start) / self.in).approximate
    let fadedOut = out == .zero ? 1 : ((range.end - time) / out).approximate
    return min(max(fadedIn, 0), 1) * min(max(fadedOut, 0), 1)
  }
}
