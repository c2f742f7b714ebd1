import Foundation

/// A mix times a gain, held below a ceiling: before and after what would go beyond it, also between samples, the gain
/// sinks smoothly, for all channels alike. A sample depends on those near it and on nothing else.
final class LimitedSound {
  private let mixer: ProgrammeMixer
  private let level: LoudnessLevel
  /// How long the gain takes to sink and to rise, in samples.
  private let slope: Int
  /// What was mixed and may be wanted again: `margin` ahead of the next sample that is given.
  private var window: [[Double]] = []
  private let weights: [Double]

  private static func slope(at sampleRate: Int) -> Int { sampleRate / 50 }

  /// Samples to either side that one depends on.
  static func margin(at sampleRate: Int) -> Int64 { Int64(2 * slope(at: sampleRate) + TruePeak.reach) }
  private var margin: Int { 2 * slope + TruePeak.reach }

  /// The mixer stands `margin` ahead of the first sample that will be asked for.
  init(_ mixer: ProgrammeMixer, level: LoudnessLevel, sampleRate: Int) {
    self.mixer = mixer
    self.level = level
    let slope = LimitedSound.slope(at: sampleRate)
    self.slope = slope
    let bell = (-slope...slope).map { 1 + cos(.pi * Double($0) / Double(slope + 1)) }
    weights = bell.map { [sum = bell.reduce(0, +)] in $0 / sum }
  }

  func next(_ count: Int) throws(RenderFailure) -> [[Double]] {
    let missing = count + 2 * margin - (window.first?.count ?? 0)
    if missing > 0 {
      let more = try mixer.next(missing).map { $0.map { $0 * level.gain } }
      if window.isEmpty { window = more } else { for channel in window.indices { window[channel] += more[channel] } }
    }
    let part = margin..<margin + count
    let gains = gains(of: part)
    let result = window.map { plane in part.map { plane[$0] * gains[$0 - part.lowerBound] } }
    for channel in window.indices { window[channel].removeFirst(count) }
    return result
  }

  /// For each sample of a part of the window. The least gain that any sample within a slope of it needs is averaged over
  /// the samples within a slope of it, so that none gets more than it needs.
  private func gains(of part: Range<Int>) -> [Double] {
    let wide = part.lowerBound - 2 * slope..<part.upperBound + 2 * slope
    let needed = TruePeak.magnitudes(of: window, in: wide).map { $0 > level.ceiling ? level.ceiling / $0 : 1 }
    guard needed.contains(where: { $0 < 1 }) else { return Array(repeating: 1, count: part.count) }
    let least = needed.minimums(within: slope)
    // How many of those before each are below 1.
    let lowered = least.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1 < 1 ? 1 : 0)) }
    return (0..<part.count).map { index in
      guard lowered[index + 2 * slope + 1] > lowered[index] else { return 1 }
      var sum = 0.0
      for tap in weights.indices { sum += weights[tap] * least[index + tap] }
      return sum
    }
  }
}

extension [Double] {
  /// For each element that has so many to either side, the least of them all.
  fileprivate func minimums(within distance: Int) -> [Double] {
    var result: [Double] = []
    // Places of elements that are less than all behind them.
    var candidates: [Int] = []
    var first = 0
    for index in indices {
      while candidates.count > first, self[candidates[candidates.count - 1]] >= self[index] { candidates.removeLast() }
      candidates.append(index)
      if candidates[first] < index - 2 * distance { first += 1 }
      if index >= 2 * distance { result.append(self[candidates[first]]) }
    }
    return result
  }
}
