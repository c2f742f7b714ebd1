import Foundation
import TimelineModel

/// How a render is not what it has to be.
enum Difference: Sendable, CustomStringConvertible {
  case doesNotCompile(String)
  case doesNotRender(String)
  case length(String)
  case picture(PictureDifference)
  case sound(SoundDifference)

  /// Reduced documents have to fail in the same way.
  func isLike(_ other: Difference) -> Bool {
    switch (self, other) {
    case (.doesNotCompile, .doesNotCompile), (.doesNotRender, .doesNotRender), (.length, .length), (.picture, .picture),
      (.sound, .sound):
      true
    default: false
    }
  }

  var description: String {
    switch self {
    case .doesNotCompile(let text): "it does not compile: \(text)"
    case .doesNotRender(let text): "it does not render: \(text)"
    case .length(let text): text
    case .picture(let difference): difference.description
    case .sound(let difference): difference.description
    }
  }
}

/// The plane that is furthest off in a run of frames, and its worst sample.
struct PictureDifference: Sendable, CustomStringConvertible {
  var frame: Int
  var plane: Int
  /// In dB; infinite where nothing differs.
  var psnr: Double
  var x: Int
  var y: Int
  var found: UInt8
  var wanted: UInt8

  var description: String {
    let decibels = (psnr * 10).rounded() / 10
    return "frame \(frame), \(["luma", "blue", "red"][plane]): \(decibels) dB; "
      + "the sample at (\(x), \(y)) is \(found), not \(wanted)"
  }

  /// Nil where there are no frames.
  static func worst(_ found: [[[UInt8]]], _ wanted: [[[UInt8]]], width: Int) -> PictureDifference? {
    var worst: PictureDifference?
    for (frame, planes) in zip(found, wanted).enumerated() {
      for plane in 0..<3 {
        let (a, b) = (planes.0[plane], planes.1[plane])
        var (squares, largest, place) = (0, -1, 0)
        for index in a.indices {
          let distance = abs(Int(a[index]) - Int(b[index]))
          squares += distance * distance
          if distance > largest { (largest, place) = (distance, index) }
        }
        let psnr = 10 * log10(255 * 255 * Double(a.count) / Double(squares))
        if psnr < worst?.psnr ?? .greatestFiniteMagnitude || worst == nil {
          let rowLength = plane > 0 && a.count < planes.0[0].count ? width / 2 : width
          worst = PictureDifference(
            frame: frame, plane: plane, psnr: psnr, x: place % rowLength, y: place / rowLength, found: a[place],
            wanted: b[place])
        }
      }
    }
    return worst
  }
}

/// The sample that is furthest off.
struct SoundDifference: Sendable, CustomStringConvertible {
  var sample: Int
  var channel: Int
  var found: Double
  var wanted: Double
  var distance: Double { abs(found - wanted) }

  var description: String { "sample \(sample) of channel \(channel) is \(found), not \(wanted)" }

  static func worst(_ found: [[Float]], _ wanted: [[Double]]) -> SoundDifference? {
    var worst: SoundDifference?
    for (channel, samples) in zip(found, wanted).enumerated() {
      for (index, pair) in zip(samples.0, samples.1).enumerated() {
        let distance = abs(Double(pair.0) - pair.1)
        if distance > worst?.distance ?? -1 {
          worst = SoundDifference(sample: index, channel: channel, found: Double(pair.0), wanted: pair.1)
        }
      }
    }
    return worst
  }
}
