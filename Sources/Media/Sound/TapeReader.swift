package import TimelineModel

/// Plays sound faster or slower as tape does, pitch and all: result sample n is what the source sounds like at
/// `start + n · speed` of its samples, between which it is interpolated.
///
/// The filter is a sinc in a Kaiser window over 32 crossings to either side. Where sound is played faster it is as much
/// wider, and what would come out too high to be held is left out. A sample depends on nothing but its place.
package final class TapeReader {
  /// Gives samples of the source.
  package typealias Pull = (_ from: Int64, _ count: Int) throws(LibAVError) -> [[Float]]

  private let start: Rational
  private let speed: Rational
  private let pull: Pull
  /// How much wider than the filter for sound that is played slower.
  private let stretch: Double
  /// Source samples to either side that a sample depends on.
  private let reach: Int64
  private var taps: [Double] = []
  /// Samples of the source that have been read and may be wanted again.
  private var window: [[Float]] = []
  private var windowStart: Int64 = 0

  /// Places are worked out exactly for the first sample of each run of so many, wherever reading begins.
  private static let run: Int64 = 1024

  package init(start: Rational, speed: Rational, pull: @escaping Pull) {
    self.start = start
    self.speed = speed
    self.pull = pull
    stretch = max(1, speed.approximate)
    reach = Int64((Double(SincTable.crossings) * stretch).rounded(.up)) + 1
  }

  /// Samples from `first` on, one array for each channel.
  package func read(from first: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    var result: [[Float]] = []
    let end = first + Int64(count)
    var position = first
    while position < end {
      let run = (Rational(position, TapeReader.run).floor ?? 0) * TapeReader.run
      let part = position..<min(end, run + TapeReader.run)
      let samples = try read(part, ofRunAt: run)
      if result.isEmpty { result = Array(repeating: [], count: samples.count) }
      for channel in result.indices { result[channel] += samples[channel] }
      position = part.upperBound
    }
    return result
  }

  private func read(_ part: Range<Int64>, ofRunAt run: Int64) throws(LibAVError) -> [[Float]] {
    let place = start + Rational(run) * speed
    let whole = place.floor ?? 0
    let fraction = (place - Rational(whole)).approximate
    let step = speed.approximate
    func distance(to sample: Int64) -> Double { fraction + Double(sample - run) * step }
    let first = whole + Int64(distance(to: part.lowerBound).rounded(.down)) - reach
    let last = whole + Int64(distance(to: part.upperBound - 1).rounded(.down)) + reach
    let source = try source(first...last)
    var result = [[Float]].silence(channels: source.count, count: part.count)
    for sample in part {
      let distance = distance(to: sample)
      let before = distance.rounded(.down)
      fillTaps(at: distance - before)
      let low = Int(whole + Int64(before) - first + 1 - reach)
      for channel in source.indices {
        result[channel][Int(sample - part.lowerBound)] = source[channel].dot(taps, from: low)
      }
    }
    return result
  }

  /// Reads on from what is there, since runs overlap.
  private func source(_ wanted: ClosedRange<Int64>) throws(LibAVError) -> [[Float]] {
    let end = windowStart + Int64(window.first?.count ?? 0)
    if window.isEmpty || wanted.lowerBound < windowStart || wanted.lowerBound > end {
      window = try pull(wanted.lowerBound, wanted.count)
    } else {
      let used = Int(wanted.lowerBound - windowStart)
      for channel in window.indices { window[channel].removeFirst(used) }
      if wanted.upperBound >= end {
        let more = try pull(end, Int(wanted.upperBound - end) + 1)
        for channel in window.indices { window[channel] += more[channel] }
      }
    }
    windowStart = wanted.lowerBound
    return window
  }

  /// The weights of the source's samples about a place between two of them, `reach` to either side.
  private func fillTaps(at fraction: Double) {
    taps.removeAll(keepingCapacity: true)
    for index in 1 - reach...reach {
      taps.append(SincTable.shared.value(at: abs(Double(index) - fraction) / stretch) / stretch)
    }
  }
}

extension [Float] {
  fileprivate func dot(_ taps: [Double], from low: Int) -> Float {
    var sum = 0.0
    withUnsafeBufferPointer { samples in
      taps.withUnsafeBufferPointer { taps in
        for index in taps.indices { sum += Double(samples[low + index]) * taps[index] }
      }
    }
    return Float(sum)
  }
}
