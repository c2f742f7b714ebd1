package import TimelineModel

/// How loud a mix became before it was held to −1...1.
package struct MixPeak: Hashable, Sendable {
  /// The largest magnitude of any sample, and when it was first reached.
  package private(set) var level = 0.0
  package private(set) var time: TimelineTime?
  /// How many samples were held back.
  package private(set) var clippedSamples = 0

  package init() {}

  package init(level: Double, time: TimelineTime?, clippedSamples: Int) {
    self.level = level
    self.time = time
    self.clippedSamples = clippedSamples
  }

  /// Takes note of what follows on all that has been noted.
  package mutating func note(_ next: MixPeak) {
    clippedSamples += next.clippedSamples
    if next.level > level { (level, time) = (next.level, next.time) }
  }

  /// Takes note of the samples of every channel; the first of them is sample `first` of the timeline.
  mutating func note(_ channels: [[Double]], from first: Int64, sampleRate: Int) {
    let highest = channels.map(\.largestMagnitude).max() ?? 0
    if highest > 1 {
      clippedSamples += channels.reduce(0) { count, channel in count + channel.count { abs($0) > 1 } }
    }
    guard highest > level else { return }
    level = highest
    let reached = channels.compactMap { channel in channel.firstIndex { abs($0) == highest } }.min() ?? 0
    time = TimelineTime(first + Int64(reached), Int64(sampleRate))
  }
}

extension [Double] {
  fileprivate var largestMagnitude: Double {
    withUnsafeBufferPointer { samples in
      var largest = SIMD8<Double>(repeating: 0)
      let whole = samples.count / 8 * 8
      let start = UnsafeRawPointer(samples.baseAddress)
      for offset in stride(from: 0, to: whole, by: 8) {
        let next = start!.loadUnaligned(fromByteOffset: offset * 8, as: SIMD8<Double>.self)
        largest = pointwiseMax(largest, pointwiseMax(next, -next))
      }
      return samples[whole...].reduce(largest.max()) { Swift.max($0, abs($1)) }
    }
  }
}
