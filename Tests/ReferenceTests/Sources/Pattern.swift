import Foundation
import Media
import TimelineModel

/// What the frames of a source show.
enum Pattern: Sendable {
  /// Waves that are longer than any sensible filter can spoil; every frame has its own.
  case waves(Int)
  /// Waves of little light, whose colours no effect takes beyond what graphs keep.
  case dim(Int)
  /// Waves that fade towards the edges, with alpha.
  case cloud(Int)
  /// Every pixel for itself, for pictures that nothing may touch.
  case noise(Int)

  func frame(_ number: Int, size: PixelSize) throws -> VideoFrame {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.width * size.height * 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (u, v) = ((Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
        switch self {
        case .waves(let seed): bytes += Pattern.waves(u, v, number, seed) + [255]
        case .dim(let seed): bytes += Pattern.waves(u, v, number, seed).map { UInt8(51 + Int($0) * 2 / 5) } + [255]
        case .cloud(let seed):
          let alpha = 0.5 + 0.45 * sin(2 * .pi * (u + Double(number) * 0.13)) * cos(2 * .pi * v)
          bytes += Pattern.waves(u, v, number, seed) + [UInt8((alpha * 255).rounded())]
        case .noise(let seed):
          var random = RandomNumbers(seed: UInt64(seed << 40 + number << 24 + y << 12 + x))
          bytes += (0..<3).map { _ in UInt8.random(in: 20...235, using: &random) } + [255]
        }
      }
    }
    return try VideoFrame.rgba(bytes, size: size)
  }

  private static func waves(_ u: Double, _ v: Double, _ number: Int, _ seed: Int) -> [UInt8] {
    (0..<3).map { channel in
      let phase = Double(number) * 2.4 + Double(channel * seed) * 0.9 + Double(seed)
      let direction = Double(seed) * 0.7 + Double(channel) * 0.5
      let wave = sin(2 * .pi * (u * cos(direction) + v * sin(direction)) + phase)
      let swell = sin(2 * .pi * (u * sin(direction) - 0.6 * v) - 1.7 * phase)
      return UInt8(((0.5 + 0.22 * wave + 0.14 * swell) * 255).rounded())
    }
  }
}

/// What a sound sounds like: a few tones that begin and end in silence, so that every rate can hold it.
struct Tones: Sendable {
  var seed: Int
  var channels: Int
  /// In seconds.
  var duration: Double

  func samples(at rate: Int) -> [[Double]] {
    (0..<channels).map { channel in
      (0..<Int((duration * Double(rate)).rounded(.up))).map { value(channel, Double($0) / Double(rate)) }
    }
  }

  /// In a channel, so many seconds from the beginning.
  func value(_ channel: Int, _ t: Double) -> Double {
    let edge = min(t, duration - t) / 0.02
    let envelope = edge >= 1 ? 1 : edge <= 0 ? 0 : 0.5 - 0.5 * cos(.pi * edge)
    let base = 310 + 97 * Double(seed % 10) + 41 * Double(channel)
    return envelope * (0.25 * sin(2 * .pi * base * t) + 0.15 * sin(2 * .pi * (2.37 * base * t + 0.1 * Double(channel))))
  }
}
