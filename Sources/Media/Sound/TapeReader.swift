/// Plays sound at other speeds as tape does, pitch and all: what the source sounds like at each sample's moment is
/// interpolated between its samples.
///
/// The filter is a sinc in a Kaiser window over 32 crossings to either side. Where sound is played faster it is as much
/// wider, and what would come out too high to be held is left out. A sample depends on nothing but its moment.
package final class TapeReader {
  /// A place between two samples of the source, and how many of them go by with each sample played.
  package struct Moment: Sendable {
    package var whole: Int64
    package var fraction: Double
    package var speed: Double

    package init(whole: Int64, fraction: Double, speed: Double) {
      self.whole = whole
      self.fraction = fraction
      self.speed = speed
    }

    fileprivate var stretch: Double { max(1, speed) }
    /// Samples of the source to either side that count.
    fileprivate var reach: Int64 { Int64((Double(SincTable.crossings) * stretch).rounded(.up)) + 1 }
  }

  private let pull: SoundPull
  private let moment: (_ sample: Int64) -> Moment
  private var taps: [Double] = []
  /// Samples of the source that have been read and may be wanted again.
  private var window: [[Float]] = []
  private var windowStart: Int64 = 0

  /// How many samples are made at a time.
  private static let step = 1024

  /// Moments go forward along the samples that `pull` gives.
  package init(pull: @escaping SoundPull, moment: @escaping (_ sample: Int64) -> Moment) {
    self.pull = pull
    self.moment = moment
  }

  /// Samples from `first` on, one array for each channel.
  package func read(from first: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    var result: [[Float]] = []
    for start in stride(from: 0, to: count, by: TapeReader.step) {
      let moments = (start..<min(start + TapeReader.step, count)).map { moment(first + Int64($0)) }
      try fillWindow(for: moments)
      if result.isEmpty { result = Array(repeating: [], count: window.count) }
      for moment in moments {
        fillTaps(for: moment)
        let low = Int(moment.whole + 1 - moment.reach - windowStart)
        for channel in window.indices { result[channel].append(window[channel].dot(taps, from: low)) }
      }
    }
    return result
  }

  /// Reads on from what is there, since the stretches that samples are made of overlap.
  private func fillWindow(for moments: [Moment]) throws(LibAVError) {
    let first = moments.map { $0.whole + 1 - $0.reach }.min() ?? 0
    let end = (moments.map { $0.whole + $0.reach }.max() ?? 0) + 1
    let windowEnd = windowStart + Int64(window.first?.count ?? 0)
    if window.isEmpty || first < windowStart || first > windowEnd {
      window = try pull(first, Int(end - first))
    } else {
      for channel in window.indices { window[channel].removeFirst(Int(first - windowStart)) }
      if end > windowEnd {
        let more = try pull(windowEnd, Int(end - windowEnd))
        for channel in window.indices { window[channel] += more[channel] }
      }
    }
    windowStart = first
  }

  /// The weights of the source's samples about a moment.
  private func fillTaps(for moment: Moment) {
    taps.removeAll(keepingCapacity: true)
    for index in 1 - moment.reach...moment.reach {
      let distance = abs(Double(index) - moment.fraction) / moment.stretch
      taps.append(SincTable.shared.value(at: distance) / moment.stretch)
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
