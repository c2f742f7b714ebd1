import Foundation

/// Integrated loudness as ITU-R BS.1770-4 defines it: the mean square of each channel, weighted as the head and the ear
/// weigh it, in blocks of 400 ms that overlap by three quarters, without those that are below −70 LUFS or more than
/// 10 LU below the others.
struct LoudnessMeter {
  private let sampleRate: Int
  private let weights: [Double]
  private var shelf: SecondOrderFilter
  private var highPass: SecondOrderFilter
  private var position: Int64 = 0
  /// Weighted squares of the current tenth of a second, and of the tenths before it.
  private var sum = 0.0
  private var tenths: [Double] = []

  init(sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    shelf = SecondOrderFilter(.headShelf(at: sampleRate), channels: channels)
    highPass = SecondOrderFilter(.earHighPass(at: sampleRate), channels: channels)
    // Low frequencies do not count, what comes from the side or from behind does more.
    weights = channels <= 2 ? [1, 1] : [1, 1, 1, 0] + Array(repeating: 1.41, count: channels - 4)
  }

  mutating func note(_ planes: [[Double]]) {
    var weighted = planes
    shelf.process(&weighted)
    highPass.process(&weighted)
    for index in planes[0].indices {
      for channel in weighted.indices { sum += weights[channel] * weighted[channel][index] * weighted[channel][index] }
      position += 1
      if position == Int64(tenths.count + 1) * Int64(sampleRate) / 10 {
        tenths.append(sum)
        sum = 0
      }
    }
  }

  /// In LUFS; nil where nothing is loud enough to count.
  var integrated: Double? {
    guard tenths.count >= 4 else { return nil }
    let length = Double(sampleRate) * 0.4
    let blocks = (3..<tenths.count).map { tenths[$0 - 3...$0].reduce(0, +) / length }
    func mean(above level: Double) -> Double? {
      let loud = blocks.filter { $0 > level }
      return loud.isEmpty ? nil : loud.reduce(0, +) / Double(loud.count)
    }
    let absolute = pow(10, (-70 + 0.691) / 10)
    return mean(above: absolute).flatMap { mean(above: max(absolute, $0 / 10)) }.map { -0.691 + 10 * log10($0) }
  }
}

extension SecondOrderFilter.Coefficients {
  /// The two filters that BS.1770 tabulates at 48 kHz, for any rate.
  fileprivate static func headShelf(at sampleRate: Int) -> Self {
    let k = tan(.pi * 1681.974450955533 / Double(sampleRate))
    let quality = 0.7071752369554196
    let high = pow(10, 3.999843853973347 / 20)
    let band = pow(high, 0.4996667741545416)
    let a0 = 1 + k / quality + k * k
    return Self(
      b0: (high + band * k / quality + k * k) / a0, b1: 2 * (k * k - high) / a0,
      b2: (high - band * k / quality + k * k) / a0, a1: 2 * (k * k - 1) / a0, a2: (1 - k / quality + k * k) / a0)
  }

  fileprivate static func earHighPass(at sampleRate: Int) -> Self {
    let k = tan(.pi * 38.13547087602444 / Double(sampleRate))
    let quality = 0.5003270373238773
    let a0 = 1 + k / quality + k * k
    return Self(b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) / a0, a2: (1 - k / quality + k * k) / a0)
  }
}
