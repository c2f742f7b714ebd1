import Foundation

/// Plays sound at a speed that changes and keeps its pitch: overlapping grains of the source, each taken from where its
/// moment is, or beside it, where it goes on best from the grain before (waveform similarity overlap-add, W. Verhelst
/// and M. Roelands, 1993).
///
/// Every grain is aimed anew, so that the sound is never further from its moment than a grain may be moved.
final class GrainReader {
  /// Which moment of the source a sample shows, in samples of the source.
  typealias Moment = (_ sample: Int64) -> Double

  private let pull: SoundPull
  private let moment: Moment
  /// Half a grain, in samples: grains begin so far from one another.
  private let hop: Int
  /// How far a grain may be moved.
  private let tolerance: Int
  private let window: [Float]

  private var next: Int64 = 0
  /// What would follow the last grain without a change of speed, as one channel.
  private var continuation: [Float] = []
  /// The last grain's second half, windowed.
  private var tail: [[Float]] = []
  private var ready: [[Float]] = []

  init(sampleRate: Int, pull: @escaping SoundPull, moment: @escaping Moment) {
    self.pull = pull
    self.moment = moment
    let hop = max(64, sampleRate / 47)
    self.hop = hop
    tolerance = hop / 2
    window = (0..<2 * hop).map { Float(0.5 - 0.5 * cos(.pi * Double($0) / Double(hop))) }
  }

  /// The next `count` samples, one array for each channel.
  func read(_ count: Int) throws(LibAVError) -> [[Float]] {
    while ready.isEmpty || ready[0].count < count { try advance() }
    let result = ready.map { Array($0.prefix(count)) }
    for channel in ready.indices { ready[channel].removeFirst(count) }
    return result
  }

  /// Adds a grain, which completes the samples between its middle and the middle of the one before.
  private func advance() throws(LibAVError) {
    let aim = Int64(moment(next * Int64(hop)).rounded())
    let source = try pull(aim - Int64(hop + tolerance), 2 * (hop + tolerance))
    let shift = continuation.isEmpty ? tolerance : bestShift(in: mono(source))
    let grain = source.map { samples in (0..<2 * hop).map { samples[shift + $0] * window[$0] } }
    if next == 0 {
      ready = Array(repeating: [], count: source.count)
    } else {
      for channel in grain.indices { ready[channel] += (0..<hop).map { tail[channel][$0] + grain[channel][$0] } }
    }
    tail = grain.map { Array($0[hop...]) }
    continuation = Array(mono(source)[shift + hop..<shift + 2 * hop])
    next += 1
  }

  private func mono(_ source: [[Float]]) -> [Float] {
    source.dropFirst().reduce(into: source[0]) { sum, channel in
      for index in sum.indices { sum[index] += channel[index] }
    }
  }

  /// Where in `source` the half grain begins that is most like the continuation; the nearest of equals.
  private func bestShift(in source: [Float]) -> Int {
    var best = (shift: tolerance, likeness: -Float.infinity)
    source.withUnsafeBufferPointer { source in
      continuation.withUnsafeBufferPointer { wanted in
        for distance in 0...tolerance {
          for shift in distance == 0 ? [tolerance] : [tolerance - distance, tolerance + distance] {
            var (product, energy): (Float, Float) = (0, 1e-9)
            for index in 0..<hop {
              product += source[shift + index] * wanted[index]
              energy += source[shift + index] * source[shift + index]
            }
            let likeness = product / energy.squareRoot()
            if likeness > best.likeness { best = (shift, likeness) }
          }
        }
      }
    }
    return best.shift
  }
}
