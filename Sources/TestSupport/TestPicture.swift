import Foundation
package import Media
package import TimelineModel

/// Single pictures and movies of one colour.
package enum TestPicture {
  package static func writePNG(_ frame: VideoFrame, to path: String) throws {
    try Data(PictureWriter.png(frame)).write(to: URL(filePath: path))
  }

  /// A lossless movie of one colour.
  package static func writeMovie(
    of color: Color, frames: Int, to path: String, size: PixelSize = PixelSize(width: 320, height: 180),
    rate: FrameRate = FrameRate(25)
  ) throws {
    let settings = VideoSettings(
      encoder: "libx264", pixelFormat: "yuv420p", options: ["preset": "ultrafast", "qp": "0"])
    let encoder = try VideoEncoder(settings, size: size, rate: rate)
    let muxer = try Muxer(path: path, container: .mp4, streams: [encoder.parameters])
    let frame = try VideoFrame.solid(color, size: size, pixelFormat: "yuv420p")
    for index in 0..<Int64(frames) {
      for packet in try encoder.encode(frame, index: index) { try muxer.write(packet, stream: 0) }
    }
    for packet in try encoder.finish() { try muxer.write(packet, stream: 0) }
    try muxer.finish()
  }
}
