import Foundation
import Media
package import TimelineModel

/// Sounds that say when they are heard.
package enum TestSound {
  /// Silence with single samples of 0.9.
  package static func clicks(at positions: [Int], count: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: count)
    for position in positions where position < count { samples[position] = 0.9 }
    return samples
  }

  package static func tone(_ frequency: Double, rate: Int = 48000, count: Int, level: Double = 0.5) -> [Float] {
    (0..<count).map { Float(level * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
  }

  package static func constant(_ value: Float, count: Int) -> [Float] { [Float](repeating: value, count: count) }

  /// Sample n is n / count: every sample tells where it stands.
  package static func ramp(count: Int) -> [Float] { (0..<count).map { Float($0) / Float(count) } }

  /// Tones that glide, so that no two places sound alike.
  package static func sweep(rate: Int = 48000, count: Int) -> [Float] {
    (0..<count).map { n in
      let t = Double(n) / Double(rate)
      return Float(0.4 * sin(2 * .pi * (200 + 150 * t) * t) + 0.2 * sin(2 * .pi * (900 + 310 * t) * t))
    }
  }

  package static func write(
    _ channels: [[Float]], to path: String, container: OutputSettings.Container = .wav,
    settings: AudioSettings = AudioSettings(encoder: "pcm_f32le"), rate: Int = 48000
  ) throws {
    let encoder = try AudioEncoder(settings, sampleRate: rate, channels: channels.count)
    let muxer = try Muxer(path: path, container: container, streams: [encoder.parameters])
    for packet in try encoder.encode(channels) + encoder.finish() { try muxer.write(packet, stream: 0) }
    try muxer.finish()
  }
}
