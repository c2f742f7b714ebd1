import TimelineModel

/// Closes where no channel has been louder than a threshold for a while, all channels alike.
struct GateProcessor: SoundProcessor {
  private let settings: SoundEffect.Gate
  private let attack: Double
  private let release: Double
  /// Samples that it stays open for.
  private let hold: Int
  /// Samples since the last one that was loud enough.
  private var quiet: Int
  private var gain: Double

  init(_ settings: SoundEffect.Gate, sampleRate: Int) {
    self.settings = settings
    attack = approach(within: settings.attack, sampleRate: sampleRate)
    release = approach(within: settings.release, sampleRate: sampleRate)
    hold = Int((settings.hold * Double(sampleRate)).rounded())
    quiet = hold + 1
    gain = settings.floor
  }

  mutating func process(_ planes: inout [[Double]]) {
    for index in planes[0].indices {
      let level = planes.reduce(0) { max($0, abs($1[index])) }
      quiet = level > settings.threshold ? 0 : min(quiet + 1, hold + 1)
      let wanted = quiet <= hold ? 1 : settings.floor
      gain += (wanted - gain) * (wanted > gain ? attack : release)
      for channel in planes.indices { planes[channel][index] *= gain }
    }
  }
}
