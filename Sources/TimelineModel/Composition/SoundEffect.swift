import Foundation

/// Something that is done to a sound. Gains and levels are linear, frequencies in Hz, times in seconds.
package enum SoundEffect: Hashable, Sendable {
  case filter(SoundFilter)
  case compressor(Compressor)
  case gate(Gate)
  /// −1 is all to the left, 1 all to the right. What lies on the other side gets softer, and nothing louder.
  case pan(Double)
  case denoise(Denoise)
  /// A filter of libavfilter.
  case call(FilterCall)

  /// A filter of second order.
  package struct SoundFilter: Hashable, Sendable {
    package var shape: Shape
    package var frequency: Double
    /// At the frequency, or beyond it for a shelf; 1 for what only lets through.
    package var gain: Double
    /// The higher, the narrower.
    package var quality: Double

    package enum Shape: String, Hashable, Sendable, CaseIterable {
      case highPass = "high-pass"
      case lowPass = "low-pass"
      case peak
      case lowShelf = "low-shelf"
      case highShelf = "high-shelf"
    }

    fileprivate var isFadingSoon: Bool {
      SoundFading.isSoon(frequency: frequency, bandwidth: frequency / quality, gain: 20 * log10(max(gain, 1e-6)))
    }

    package init(_ shape: Shape, frequency: Double, gain: Double = 1, quality: Double = 0.5.squareRoot()) {
      self.shape = shape
      self.frequency = frequency
      self.gain = gain
      self.quality = quality
    }
  }

  /// Makes what is louder than the threshold softer.
  package struct Compressor: Hashable, Sendable {
    package var threshold: Double
    /// How many decibels louder the sound has to be for each that is let through.
    package var ratio: Double
    package var attack: Double
    package var release: Double
    /// What everything is multiplied with afterwards.
    package var makeup: Double

    package init(threshold: Double, ratio: Double, attack: Double, release: Double, makeup: Double) {
      self.threshold = threshold
      self.ratio = ratio
      self.attack = attack
      self.release = release
      self.makeup = makeup
    }
  }

  /// Closes where nothing is louder than the threshold.
  package struct Gate: Hashable, Sendable {
    package var threshold: Double
    /// The gain where it is closed.
    package var floor: Double
    package var attack: Double
    /// How long it stays open.
    package var hold: Double
    package var release: Double

    package init(threshold: Double, floor: Double, attack: Double, hold: Double, release: Double) {
      self.threshold = threshold
      self.floor = floor
      self.attack = attack
      self.hold = hold
      self.release = release
    }
  }

  /// Takes away an even noise.
  package struct Denoise: Hashable, Sendable {
    /// How many times softer the noise is made.
    package var reduction: Double
    /// How loud the noise is.
    package var noise: Double

    package init(reduction: Double, noise: Double) {
      self.reduction = reduction
      self.noise = noise
    }
  }

  /// What it hears of the past before its output is right.
  package var memory: Memory {
    switch self {
    case .pan: .none
    case .denoise: .fading
    case .filter(let filter): filter.isFadingSoon ? .fading : .whole
    case .compressor(let compressor): SoundEffect.memory(compressor.attack, compressor.release)
    case .gate(let gate): SoundEffect.memory(gate.attack, gate.release, hold: gate.hold)
    case .call(let call): call.forgetsSound ? .fading : .whole
    }
  }

  /// Returns the memory of an effect with these time constants, in seconds: `fading` if ten seconds are ten times as long.
  private static func memory(_ attack: Double, _ release: Double, hold: Double = 0) -> Memory {
    hold + 10 * max(attack, release) <= 10 ? .fading : .whole
  }

  package enum Memory: Comparable, Sendable {
    /// A sample comes from the same moment alone.
    case none
    /// What was heard ten seconds ago makes no difference any more.
    case fading
    /// It depends on all since the sound's first sample.
    case whole
  }

  /// How many seconds beyond a sample it may hear before it gives that sample.
  package var lookahead: Rational {
    switch self {
    case .filter, .compressor, .gate, .pan: .zero
    case .denoise: Rational(1, 10)
    case .call(let call): call.lookahead
    }
  }
}

extension FilterCall {
  /// The seconds of sound beyond a sample that the filter may hear before it gives that sample.
  package var lookahead: Rational {
    guard name == "dynaudnorm" else { return Rational(10) }
    // It smooths twice over `gausssize` frames of `framelen` milliseconds.
    let (length, count) = (number("framelen", "f") ?? 500, number("gausssize", "g") ?? 31)
    return min(Rational(Int64(length) * Int64(count + 1), 1000), FilterCall.longestLookahead)
  }

  /// All that is held in memory while the filter listens, for each channel.
  private static let longestLookahead = Rational(120)

  /// The whole number that one of two names of an option was given last.
  private func number(_ name: String, _ short: String) -> Int? {
    options.last { $0.key == name || $0.key == short }.flatMap { Int($0.value) }.flatMap { 0...10000 ~= $0 ? $0 : nil }
  }

  /// What is said of a filter that hears more than that.
  package var waitsTooLong: String {
    "it gives no sound before it has heard more than \(lookahead.inWords), or all"
  }
}
