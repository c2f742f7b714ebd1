import Foundation

/// How soon a filter of sound forgets what it has heard.
package enum SoundFading {
  /// The bandwidth, in Hz, from which on a resonance is gone after ten seconds: it is softer by 136 dB then.
  private static let narrowest = 0.5

  /// Whether a filter of second order forgets within ten seconds.
  /// - Parameters:
  ///   - frequency: In Hz.
  ///   - bandwidth: In Hz.
  ///   - gain: In decibels.
  package static func isSoon(frequency: Double, bandwidth: Double, gain: Double = 0) -> Bool {
    // Of a filter that is wider than twice its frequency the poles lie apart, and the lower one decides.
    let slowest = bandwidth <= 2 * frequency ? bandwidth : 2 * frequency * frequency / bandwidth
    // A boost narrows the poles.
    return slowest / pow(10, abs(gain) / 40) >= narrowest
  }
}

extension FilterCall {
  /// Whether the numbers that it is given let it forget within ten seconds; false if they cannot be told.
  var fadesSoon: Bool {
    switch name {
    case "asubboost":
      // What comes back after each delay, in milliseconds.
      guard let decay = number("decay", default: 0), let delay = number("delay", default: 20), delay > 0 else {
        return false
      }
      return pow(max(decay, 0), 10_000 / delay) < 1e-5
    case "asubcut", "asupercut":
      // Of a filter of high order, one section resonates by up to a tenth of its frequency.
      guard let cutoff = number("cutoff", default: name == "asubcut" ? 20 : 20_000) else { return false }
      return SoundFading.isSoon(frequency: cutoff, bandwidth: cutoff / 10)
    case "asuperpass", "asuperstop":
      guard let center = number("centerf", default: 1000), let quality = number("qfactor", default: 1), quality > 0 else {
        return false
      }
      return SoundFading.isSoon(frequency: center, bandwidth: center / quality / 10)
    default:
      guard let (frequency, kind, width) = FilterCall.sections[name] else { return true }
      return fadesSoon(frequency, kind, width)
    }
  }

  /// The same of a section of second order whose defaults are these.
  private func fadesSoon(_ frequency: Double, _ kind: String, _ width: Double) -> Bool {
    guard let frequency = number("frequency", "f", default: frequency), let width = number("width", "w", default: width),
      let gain = number("gain", "g", default: 0), width > 0
    else { return false }
    let poles = text("poles", "p") ?? text("order", "o")
    if poles == "1" { return SoundFading.isSoon(frequency: frequency, bandwidth: 2 * frequency, gain: gain) }
    let bandwidth: Double
    switch text("width_type", "t") ?? kind {
    case "h", "1": bandwidth = width
    case "k", "5": bandwidth = width * 1000
    case "q", "3": bandwidth = frequency / width
    case "o", "2": bandwidth = frequency * (pow(2, width / 2) - pow(2, -width / 2))
    // A slope of up to 1 is no resonance, and a small one parts the poles.
    case "s", "4":
      let amplitude = pow(10, gain / 40)
      bandwidth = width <= 1 ? frequency * sqrt((amplitude + 1 / amplitude) * (1 / width - 1) + 2) : 0
    default: return false
    }
    return SoundFading.isSoon(frequency: frequency, bandwidth: bandwidth, gain: gain)
  }

  private func text(_ names: String...) -> String? { options.last { names.contains($0.key) }?.value }

  /// A number that is written as such; nil if something else is written.
  private func number(_ names: String..., default value: Double) -> Double? {
    guard let written = options.last(where: { names.contains($0.key) })?.value else { return value }
    return Double(written).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The filters of one section of second order, and what they are set to unless a call says otherwise: frequency in Hz,
  /// kind of width, and width.
  private static let sections: [String: (Double, String, Double)] = [
    "allpass": (3000, "h", 707.1), "bandpass": (3000, "q", 0.5), "bandreject": (3000, "q", 0.5), "bass": (100, "q", 0.5),
    "equalizer": (0, "q", 1), "highpass": (3000, "q", 0.707), "highshelf": (3000, "q", 0.5), "lowpass": (500, "q", 0.707),
    "lowshelf": (100, "q", 0.5), "tiltshelf": (3000, "q", 0.5), "treble": (3000, "q", 0.5),
  ]
}
