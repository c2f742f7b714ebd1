/// Watches every point of a picture for a value that goes to and fro, more than three times in a second.
///
/// A value changes where it goes by `leastChange` or more from the last extreme, at least one of whose ends is of the
/// kind that counts. Two opposing changes are a flash, so what changes a seventh time within a second flashes more than
/// three times in it. Whatever is between those seven changes is a stretch in which the point flashes too often.
struct FlashMeter {
  /// What a point shows.
  struct Sample {
    var value: Float
    /// Whether a change that begins or ends with it counts.
    var counts: Bool
  }

  fileprivate struct Point {
    var low = Sample(value: .infinity, counts: false)
    var high = Sample(value: -.infinity, counts: false)
    /// Which way it changed last; nil where it has not yet.
    var wentUp: Bool?
    /// The frames of the last seven changes, the oldest at `next`.
    var changes = SIMD8<Int32>(repeating: -1_000_000)
    var next = 0
    /// The frame up to which its flashing has been counted.
    var counted: Int32 = 0
  }

  /// Changes in a second that are one too many.
  fileprivate static let limit = 7

  private let leastChange: Float
  /// Changes that are fewer frames than this apart lie within one second.
  private let framesInASecond: Int32
  private var points: [Point]
  private var frame: Int32 = 0
  /// For each frame, by how many more points flash than in the one before.
  private var difference: [Int32] = [0]

  init(points: Int, leastChange: Float, framesInASecond: Int) {
    self.points = Array(repeating: Point(), count: points)
    self.leastChange = leastChange
    self.framesInASecond = Int32(framesInASecond)
  }

  /// Another frame, which looks like the one before.
  mutating func lookAgain() {
    difference.append(0)
    frame += 1
  }

  /// Another frame, of which `sample` tells each point.
  mutating func look(at sample: (Int) -> Sample) {
    difference.append(0)
    for index in points.indices where points[index].goesOn(to: sample(index), leastChange) {
      let first = points[index].noteChange(at: frame)
      guard frame - first < framesInASecond else { continue }
      difference[Int(max(first, points[index].counted))] += 1
      difference[Int(frame) + 1] -= 1
      points[index].counted = frame + 1
    }
    frame += 1
  }

  /// The stretches of frames in which more than `area` of the picture flashes too often, with how much of it does at
  /// most. Those that are less than a second apart are one.
  func stretches(over area: Double) -> [(frames: Range<Int>, area: Double)] {
    var found: [(frames: Range<Int>, area: Double)] = []
    var count: Int32 = 0
    for (frame, change) in difference.enumerated() {
      count += change
      let part = Double(count) / Double(points.count)
      guard part > area else { continue }
      if let last = found.last, frame - last.frames.upperBound < framesInASecond {
        found[found.count - 1] = (last.frames.lowerBound..<frame + 1, max(last.area, part))
      } else {
        found.append((frame..<frame + 1, part))
      }
    }
    return found
  }
}

extension FlashMeter.Point {
  /// True where that is a change.
  fileprivate mutating func goesOn(to sample: FlashMeter.Sample, _ leastChange: Float) -> Bool {
    func isChange(_ extreme: FlashMeter.Sample, by distance: Float) -> Bool {
      distance >= leastChange && distance < .infinity && (sample.counts || extreme.counts)
    }
    if wentUp != false, isChange(high, by: high.value - sample.value) {
      wentUp = false
    } else if wentUp != true, isChange(low, by: sample.value - low.value) {
      wentUp = true
    } else {
      if sample.value > high.value { high = sample }
      if sample.value < low.value { low = sample }
      return false
    }
    (low, high) = (sample, sample)
    return true
  }

  /// The frame of the first of the last seven changes.
  fileprivate mutating func noteChange(at frame: Int32) -> Int32 {
    changes[next] = frame
    next = (next + 1) % FlashMeter.limit
    return changes[next]
  }
}
