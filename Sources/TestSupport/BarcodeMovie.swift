import Media
package import TimelineModel

/// A movie whose frames show their own numbers.
package struct BarcodeMovie: Sendable {
  package var frames = 100
  package var size = PixelSize(width: 320, height: 180)
  package var rate = FrameRate(25)
  /// The frames' times in units of 1 / rate; nil is one after another from 0.
  package var ticks: [Int64]?
  package var container = OutputSettings.Container.mp4
  package var video = BarcodeMovie.h264()
  package var keyInterval = 48
  package var sound: [[Float]]?
  package var audio = AudioSettings(encoder: "aac", bitRate: 128_000)
  package var sampleRate = 48000
  /// The number that the first frame shows.
  package var firstNumber = 0

  package init() {}

  /// H.264 with so many B-frames in a row.
  package static func h264(bFrames: Int = 3, options: [String: String] = [:]) -> VideoSettings {
    VideoSettings(
      encoder: "libx264", pixelFormat: "yuv420p",
      options: [
        "preset": "veryfast", "crf": "25", "bf": "\(bFrames)", "x264-params": "b-adapt=0:scenecut=0",
      ].merging(options) { _, new in new })
  }

  package func write(to path: String) throws {
    let encoder = try VideoEncoder(video, size: size, rate: rate, keyInterval: keyInterval)
    let speaker = try sound.map { try AudioEncoder(audio, sampleRate: sampleRate, channels: $0.count) }
    let muxer = try Muxer(
      path: path, container: container, streams: [encoder.parameters] + (speaker.map { [$0.parameters] } ?? []))
    for number in 0..<frames {
      let frame = try Barcode.frame(number + firstNumber, size: size, pixelFormat: video.pixelFormat)
      for packet in try encoder.encode(frame, index: ticks?[number] ?? Int64(number)) {
        try muxer.write(packet, stream: 0)
      }
    }
    for packet in try encoder.finish() { try muxer.write(packet, stream: 0) }
    if let speaker, let sound {
      for packet in try speaker.encode(sound) + speaker.finish() { try muxer.write(packet, stream: 1) }
    }
    try muxer.finish()
  }
}
