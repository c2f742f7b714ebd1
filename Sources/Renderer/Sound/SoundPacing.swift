import TimelineModel

/// Which moment of a sound is heard at each of a segment's samples while its speed changes.
struct SoundPacing: Hashable, Sendable {
  /// How far the first sample stands after the segment's start; less than a sample.
  let phase: Rational
  let paces: [TimeMapping.Pace]
  let isReversed: Bool
  let sampleRate: Int

  init(_ paces: [TimeMapping.Pace], _ mapping: TimeMapping, samples: Range<Int64>, sampleRate: Int) {
    self.paces = paces
    self.sampleRate = sampleRate
    isReversed = mapping.isReversed
    phase = TimelineTime(samples.lowerBound, Int64(sampleRate)) - mapping.target.start
  }

  /// The moment of a sample that is counted from the segment's first one, in samples of the source, which are counted
  /// backward where it plays backward; and how fast it then runs.
  func moment(ofSample sample: Int64) -> (position: Double, speed: Double) {
    let rate = Double(sampleRate)
    let elapsed = Double(sample) / rate + phase.approximate
    var played = 0.0
    for (index, pace) in paces.enumerated() {
      let (length, speed, endSpeed) = (pace.duration.approximate, pace.speed.approximate, pace.endSpeed.approximate)
      let inside = elapsed - pace.start.approximate
      let isLast = index == paces.count - 1
      guard inside < length || isLast else {
        played += length * (speed + endSpeed) / 2
        continue
      }
      played += inside * (speed + (endSpeed - speed) * inside / length / 2)
      return (played * rate, speed + (endSpeed - speed) * inside / length)
    }
    return (played * rate, 1)
  }
}
