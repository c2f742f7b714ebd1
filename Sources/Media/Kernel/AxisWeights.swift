/// What share each source sample has in each target sample, along one axis, where the picture is scaled and shifted.
///
/// What is enlarged is read linearly between the centres of its samples; what is made smaller is the mean of the
/// samples that lie under each target sample. Both are the same where nothing is scaled, and there a shift by whole
/// samples changes none of them. Where the picture ends within a target sample, the shares add up to the part that it
/// covers.
struct AxisWeights {
  /// The first source sample of each target sample.
  private(set) var first: [Int] = []
  /// `taps` shares for each target sample.
  private(set) var shares: [Float] = []
  private(set) var taps = 1
  /// What the shares of each target sample add up to.
  private(set) var coverage: [Float] = []

  struct Source {
    /// Samples along the axis, and pixels for each.
    var count: Int
    var step: Int
    /// The part that shows, in pixels; nil where none of its edges does.
    var visible: ClosedRange<Double>?
  }

  struct Target {
    var samples: Range<Int>
    var step: Int
    /// The pixels that may be touched.
    var window: Range<Int>
  }

  /// A source pixel's position times `scale` plus `offset` is its position on the target.
  init(_ source: Source, _ target: Target, scale: Double, offset: Double) {
    var reaches: [(first: Int, shares: [Float])] = []
    reaches.reserveCapacity(target.samples.count)
    var used: [Float] = []
    for sample in target.samples {
      let low = Double(max(sample * target.step, target.window.lowerBound))
      let high = Double(min((sample + 1) * target.step, target.window.upperBound))
      var (start, end) = ((low - offset) / scale, (high - offset) / scale)
      if let visible = source.visible {
        start = max(start, visible.lowerBound)
        end = min(end, visible.upperBound)
      }
      let covered = max(0, (end - start) * scale / Double(target.step))
      used.removeAll(keepingCapacity: true)
      var begin = 0
      if covered > 0 {
        let step = Double(source.step)
        if Double(target.step) < scale * step {
          let centre = ((Double(sample) + 0.5) * Double(target.step) - offset) / scale
          begin = AxisWeights.reading(min(max(centre, start), end) / step, count: source.count, covered, &used)
        } else {
          begin = AxisWeights.mean(from: start / step, to: end / step, count: source.count, covered, &used)
        }
      }
      coverage.append(Float(covered))
      reaches.append((begin, used))
      taps = max(taps, used.count)
    }
    shares.reserveCapacity(taps * reaches.count)
    for reach in reaches {
      // Every sample gets as many taps, none of them beyond the end.
      let start = max(0, min(reach.first, source.count - taps))
      first.append(start)
      let lead = reach.shares.isEmpty ? 0 : reach.first - start
      for tap in 0..<taps {
        shares.append(reach.shares.indices.contains(tap - lead) ? reach.shares[tap - lead] : 0)
      }
    }
  }

  /// The shares of the two samples beside a position, and which is the first of them.
  private static func reading(
    _ position: Double, count: Int, _ total: Double, _ shares: inout [Float]
  ) -> Int {
    let place = min(max(position - 0.5, 0), Double(count - 1))
    let first = min(Int(place), max(count - 2, 0))
    let second = place - Double(first)
    shares.append(Float(total * (1 - second)))
    if count > 1 { shares.append(Float(total * second)) }
    return first
  }

  /// The shares of the samples in the mean from one position to another, and which is the first of them. What lies
  /// beyond the ends belongs to the outermost samples.
  private static func mean(
    from start: Double, to end: Double, count: Int, _ total: Double, _ shares: inout [Float]
  ) -> Int {
    let first = Int(min(max(start.rounded(.down), 0), Double(count - 1)))
    let last = Int(min(max(end.rounded(.up) - 1, Double(first)), Double(count - 1)))
    for index in first...last {
      let low = index == 0 ? start : max(start, Double(index))
      let high = index == count - 1 ? end : min(end, Double(index + 1))
      shares.append(Float(total * max(0, high - low) / (end - start)))
    }
    return first
  }
}
