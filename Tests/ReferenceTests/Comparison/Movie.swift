import Media
import TestSupport
import TimelineModel

/// A rendered file, decoded.
struct Movie: Sendable {
  /// For every frame, its planes as rows of bytes without padding.
  var frames: [[[UInt8]]]
  var width: Int
  var pixelFormat: String
  /// One array for each channel; empty where there is no sound.
  var sound: [[Float]]

  init(path: String, canvas: Canvas) throws {
    guard case .found(let facts) = MediaProbe.probe(path: path, depth: .precise) else { throw Unreadable(path: path) }
    frames = []
    (width, pixelFormat, sound) = (canvas.size.width, "none", [])
    if let video = facts.video {
      guard video.timing.rate == canvas.rate || video.timing.frameCount == 1, facts.videoStart == .zero else {
        throw Unreadable(path: path)
      }
      pixelFormat = video.pixelFormat
      let reader = try FrameReader(path: path, facts: video)
      for index in 0..<(video.timing.frameCount ?? 0) {
        let frame = try reader.frame(index)
        frames.append((0..<3).map { Movie.bytes(of: frame, plane: $0) })
      }
    }
    if let audio = facts.audio {
      let reader = try SoundReader(
        path: path, facts: audio, sampleRate: canvas.sampleRate, channels: canvas.channels)
      sound = try reader.read(from: 0, count: Int(reader.length))
    }
  }

  /// Where a file is not what a render of this canvas has to be.
  struct Unreadable: Error { var path: String }

  private static func bytes(of frame: VideoFrame, plane: Int) -> [UInt8] {
    let name = frame.pixelFormat
    let isWhole = plane == 0 || name.contains("444")
    let width = isWhole ? frame.size.width : frame.size.width / 2
    let height = isWhole || name.contains("422") ? frame.size.height : frame.size.height / 2
    return frame.withPlane(plane) { bytes, stride in
      (0..<height).flatMap { bytes[$0 * stride..<$0 * stride + width] }
    }
  }
}
