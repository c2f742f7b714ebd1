import Foundation
import TimelineModel

/// Makes what is louder than a threshold softer, all channels alike.
///
/// The decibels that have to go are those by which the loudest channel lies above the threshold, less what the ratio
/// leaves of them; those that do go follow them exponentially.
struct CompressorProcessor: SoundProcessor {
  private let settings: SoundEffect.Compressor
  private let attack: Double
  private let release: Double
  /// In decibels.
  private var reduction = 0.0

  init(_ settings: SoundEffect.Compressor, sampleRate: Int) {
    self.settings = settings
    attack = approach(within: settings.attack, sampleRate: sampleRate)
    release = approach(within: settings.release, sampleRate: sampleRate)
  }

  mutating func process(_ planes: inout [[Double]]) {
    let kept = 1 - 1 / settings.ratio
    for index in planes[0].indices {
      let level = planes.reduce(0) { max($0, abs($1[index])) }
      let wanted = level > settings.threshold ? 20 * log10(level / settings.threshold) * kept : 0
      reduction += (wanted - reduction) * (wanted > reduction ? attack : release)
      let gain = settings.makeup * (reduction == 0 ? 1 : pow(10, -reduction / 20))
      for channel in planes.indices { planes[channel][index] *= gain }
    }
  }
}

/// The part of what is missing that is made up for with each sample, so that 1/e is left after a time.
func approach(within seconds: Double, sampleRate: Int) -> Double {
  seconds == 0 ? 1 : 1 - exp(-1 / (seconds * Double(sampleRate)))
}
