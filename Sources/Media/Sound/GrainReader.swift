import Foundation

/// Plays sound at a speed that changes and keeps its pitch: overlapping grains of the source, each taken from where its
/// moment is, or beside it, where it goes on best from the grain before (waveform similarity overlap-add, W. Verhelst
/// and M. Roelands, 1993).
///
/// Every grain is aimed anew, so that the sound is never further from its moment than a grain may be moved; and of places
/// that go on as well, the nearest is taken. Since what a grain has brought is gone on with, everything would come out
/// too early where the speed is low, and too late where it is high; so grains are aimed so much beside their moments.
final class GrainReader {
  /// Which moment of the source a sample shows, in samples of the source, and how fast it then runs.
  typealias Moment = (_ sample: Int64) -> (position: Double, speed: Double)

  private let pull: SoundPull
  private let moment: Moment
  /// Half a grain, in samples: grains begin so far from one another.
  private let hop: Int
  /// How far a grain may be moved.
  private let tolerance: Int
  private let window: [Float]

  private var next: Int64 = 0
  /// What would follow the last grain without a change of speed.
  private var continuation: [[Float]] = []
  /// The last grain's second half, windowed.
  private var tail: [[Float]] = []
  private var ready: [[Float]] = []

  init(sampleRate: Int, pull: @escaping SoundPull, moment: @escaping Moment) {
    self.pull = pull
    self.moment = moment
    // Shorter grains could not be moved by as much as a low tone's period, and chords would be rough.
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
    let (position, speed) = moment(next * Int64(hop))
    let aim = Int64((position - lead(at: speed)).rounded())
    let source = try pull(aim - Int64(hop + tolerance), 2 * (hop + tolerance))
    let shift = continuation.isEmpty ? tolerance : bestShift(in: source)
    let grain = source.map { samples in (0..<2 * hop).map { samples[shift + $0] * window[$0] } }
    if next == 0 {
      ready = Array(repeating: [], count: source.count)
    } else {
      for channel in grain.indices { ready[channel] += (0..<hop).map { tail[channel][$0] + grain[channel][$0] } }
    }
    tail = grain.map { Array($0[hop...]) }
    continuation = source.map { Array($0[shift + hop..<shift + 2 * hop]) }
    next += 1
  }

  /// How much too early what the source has is heard, in its samples; found by measuring.
  private func lead(at speed: Double) -> Double {
    let difference = 1 - speed
    return Double(tolerance) * (difference > 0 ? 0.7 : 0.5) * difference / (abs(difference) + 0.05)
  }

  /// Where in `source` the half grain begins that is most like the continuation, the further off the less; the nearest
  /// of equals.
  private func bestShift(in source: [[Float]]) -> Int {
    var best = (shift: tolerance, likeness: -Float.infinity)
    // One channel is compared instead of several, unless they cancel each other out in it.
    let sum = source.sum
    let hides = sum.dot(sum, from: 0) < 0.5 * source.reduce(0) { $0 + $1.dot($1, from: 0) }
    let (source, continuation) = hides ? (source, continuation) : ([sum], [continuation.sum])
    let whole = max(continuation.reduce(0) { $0 + $1.dot($1, from: 0) }, 1e-12).squareRoot()
    // The energy of the half grain that begins at each shift.
    var energies: [Float] = [source.reduce(0) { $0 + $1.energy(of: 0..<hop) }]
    for shift in 1...2 * tolerance {
      let change = source.reduce(into: Float(0)) { change, channel in
        let (left, entered) = (channel[shift - 1], channel[shift - 1 + hop])
        change += entered * entered - left * left
      }
      energies.append(max(0, energies[shift - 1] + change))
    }
    for distance in 0...tolerance {
      let penalty = 0.2 * Float(distance * distance) / Float(tolerance * tolerance)
      for shift in distance == 0 ? [tolerance] : [tolerance - distance, tolerance + distance] {
        let product = zip(source, continuation).reduce(Float(0)) { $0 + $1.0.dot($1.1, from: shift) }
        let likeness = product / (max(energies[shift], 1e-9).squareRoot() * whole) - penalty
        if likeness > best.likeness { best = (shift, likeness) }
      }
    }
    return best.shift
  }
}

extension [[Float]] {
  /// All channels as one.
  fileprivate var sum: [Float] {
    dropFirst().reduce(into: self[0]) { sum, channel in
      for index in sum.indices { sum[index] += channel[index] }
    }
  }
}

extension [Float] {
  fileprivate func energy(of part: Range<Int>) -> Float { self[part].reduce(0) { $0 + $1 * $1 } }

  /// The sum of the products of `other` and what stands here from `first` on.
  fileprivate func dot(_ other: [Float], from first: Int) -> Float {
    withUnsafeBytes { samples in
      other.withUnsafeBytes { weights in
        let stride = MemoryLayout<Float>.stride
        var sums = SIMD16<Float>()
        let wide = other.count / 16 * 16
        for index in Swift.stride(from: 0, to: wide, by: 16) {
          sums +=
            samples.loadUnaligned(fromByteOffset: (first + index) * stride, as: SIMD16<Float>.self)
            * weights.loadUnaligned(fromByteOffset: index * stride, as: SIMD16<Float>.self)
        }
        return (wide..<other.count).reduce(sums.sum()) { $0 + self[first + $1] * other[$1] }
      }
    }
  }
}
