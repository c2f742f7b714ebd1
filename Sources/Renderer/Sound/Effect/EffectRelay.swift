import Media
import TimelineModel

/// Runs effects over a sound in such a way that each sample is the same wherever one began to listen.
///
/// Effects remember. So that a piece of sound does not depend on all that ever came before, they are begun anew every
/// ten seconds, counted from the first sample of what they belong to, and hear ten seconds before what comes out is
/// theirs: several chains run side by side, one that is heard and those that will be. Where one of the effects never
/// forgets, a single chain runs over all there is.
struct EffectRelay {
  private let effects: [SoundEffect]
  private let sampleRate: Int
  private let channels: Int
  /// Samples of which each chain gives the output.
  private let length: Int64
  private let soundLength: Int64
  /// Those that have begun, in their order.
  private var legs: [Leg] = []
  /// The next sample that is heard, counted from the sound's first.
  private(set) var heard: Int64
  /// What has come out and was not asked for yet.
  private var ready: [[Double]]

  private struct Leg {
    var chain: EffectChain
    /// The next sample that comes out of it.
    var position: Int64
    /// The samples that are its to give.
    let samples: Range<Int64>
    var ready: [[Double]]

    mutating func hear(_ planes: [[Double]]) throws(LibAVError) { take(try chain.process(planes)) }

    /// Hears that the sound is over.
    mutating func end() throws(LibAVError) { take(try chain.end()) }

    private mutating func take(_ made: [[Double]]) {
      let end = position + Int64(made[0].count)
      let part = samples.clamped(to: position..<end)
      if part.count == made[0].count, ready[0].isEmpty {
        ready = made
      } else if !part.isEmpty {
        let range = Int(part.lowerBound - position)..<Int(part.upperBound - position)
        for channel in ready.indices { ready[channel] += made[channel][range] }
      }
      position = end
    }
  }

  /// The sample that has to be heard first for the output to be right from `sample` on.
  static func start(for sample: Int64, of effects: [SoundEffect], sampleRate: Int) -> Int64 {
    switch effects.map(\.memory).max() ?? .none {
    case .none: return sample
    case .whole: return 0
    case .fading:
      let leg = Int64(sampleRate) * 10
      return max(0, sample / leg - 1) * leg
    }
  }

  /// How many samples beyond one may be heard before it is given.
  static func lookahead(of effects: [SoundEffect], sampleRate: Int) -> Int64 {
    effects.reduce(0) { $0 + (($1.lookahead * Rational(sampleRate)).ceiling ?? 0) }
  }

  /// For samples from `sample` on; `length` is that of the whole sound. Nil where there are no effects.
  init?(_ effects: [SoundEffect], sampleRate: Int, channels: Int, for sample: Int64, length soundLength: Int64) {
    if effects.isEmpty { return nil }
    self.effects = effects
    self.sampleRate = sampleRate
    self.channels = channels
    self.soundLength = soundLength
    let isEndless = (effects.map(\.memory).max() ?? .none) != .fading
    length = isEndless ? .max : Int64(sampleRate) * 10
    heard = EffectRelay.start(for: sample, of: effects, sampleRate: sampleRate)
    ready = Array(repeating: [], count: channels)
    let first = isEndless ? 0 : sample / length
    begin(first, from: sample)
    beginLater(than: first)
  }

  /// The next `count` samples that come out. `sound` gives those that have to be heard for them.
  mutating func next<Failure: Error>(
    _ count: Int, hearing sound: (Range<Int64>) throws(Failure) -> [[Double]], failing: (LibAVError) -> Failure
  ) throws(Failure) -> [[Double]] {
    while let heard = hearing(for: count) {
      let planes = try sound(heard)
      do throws(LibAVError) { try hear(planes) } catch { throw failing(error) }
    }
    return take(count)
  }

  /// The next samples to hear so that `count` can be taken; nil where they can already.
  private func hearing(for count: Int) -> Range<Int64>? {
    let missing = Int64(count - ready[0].count)
    guard missing > 0 else { return nil }
    let leg = legs[0]
    let needed = missing + max(0, leg.samples.lowerBound - leg.position)
    // Little steps would not get what hears ahead any further.
    let step = min(
      leg.position == heard ? needed : max(needed, EffectRelay.steps.lowerBound), EffectRelay.steps.upperBound)
    let border = length == .max ? .max : (heard / length + 1) * length
    return heard..<min(heard + step, border, heard < soundLength ? soundLength : .max)
  }

  private static let steps: ClosedRange<Int64> = 1024...16384

  /// Hears the samples that `hearing` asked for.
  private mutating func hear(_ planes: [[Double]]) throws(LibAVError) {
    for index in legs.indices { try legs[index].hear(planes) }
    heard += Int64(planes[0].count)
    if heard == soundLength { for index in legs.indices { try legs[index].end() } }
    if length != .max, heard % length == 0 { beginLater(than: heard / length) }
    while let leg = legs.first {
      ready.extend(with: leg.ready)
      legs[0].ready = Array(repeating: [], count: channels)
      guard leg.position >= leg.samples.upperBound else { break }
      legs.removeFirst()
    }
  }

  private mutating func take(_ count: Int) -> [[Double]] {
    if ready[0].count == count {
      defer { ready = Array(repeating: [], count: channels) }
      return ready
    }
    defer { for channel in ready.indices { ready[channel].removeFirst(count) } }
    return ready.map { Array($0.prefix(count)) }
  }

  /// The chain after the given one begins when that one does come out, unless the sound is over by then.
  private mutating func beginLater(than number: Int64) {
    guard length != .max, heard == number * length, soundLength > (number + 1) * length else { return }
    begin(number + 1, from: (number + 1) * length)
  }

  private mutating func begin(_ number: Int64, from sample: Int64) {
    let end = length == .max || soundLength <= (number + 1) * length ? Int64.max : (number + 1) * length
    legs.append(
      Leg(
        chain: EffectChain(effects, sampleRate: sampleRate, channels: channels, from: heard), position: heard,
        samples: sample..<end, ready: Array(repeating: [], count: channels)))
  }
}
