import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Pieces of every codec join to one movie in which no frame is wrong, late or missing.
@Suite struct CodecTests {
  struct Format: CustomTestStringConvertible, Sendable {
    var encoder: String
    var pixelFormat: String
    var container: OutputSettings.Container
    var options: [String: String] = [:]
    var testDescription: String { "\(encoder) in \(container.rawValue)" }
  }

  @Test(arguments: [
    Format(encoder: "libx264", pixelFormat: "yuv420p", container: .mkv, options: ["preset": "veryfast"]),
    Format(encoder: "libx264", pixelFormat: "yuv444p", container: .mp4, options: ["preset": "veryfast"]),
    Format(encoder: "libx265", pixelFormat: "yuv420p10le", container: .mp4, options: ["preset": "ultrafast"]),
    Format(encoder: "libx265", pixelFormat: "yuv420p", container: .mp4, options: ["preset": "medium"]),
    Format(encoder: "prores_ks", pixelFormat: "yuv422p10le", container: .mov),
    Format(
      encoder: "libvpx-vp9", pixelFormat: "yuv420p", container: .mp4,
      options: ["deadline": "realtime", "cpu-used": "8"]),
    Format(encoder: "libsvtav1", pixelFormat: "yuv420p", container: .mp4, options: ["preset": "12"]),
    Format(encoder: "libaom-av1", pixelFormat: "yuv420p", container: .mkv, options: ["cpu-used": "8"]),
    Format(encoder: "libaom-av1", pixelFormat: "yuv420p", container: .mp4, options: ["cpu-used": "8"]),
    Format(encoder: "ffv1", pixelFormat: "yuv420p", container: .mkv),
    Format(encoder: "mjpeg", pixelFormat: "yuvj420p", container: .mov),
  ])
  func piecesJoin(_ format: Format) throws {
    let studio = try Studio()
    try studio.addBarcodes("a.mp4") { movie in
      movie.frames = 60
      movie.size = PixelSize(width: 192, height: 108)
      movie.rate = FrameRate(5)
    }
    var cut = composition([movie("a.mp4", 0.s, 12.s)], rate: FrameRate(5), size: PixelSize(width: 192, height: 108))
    cut.output.container = format.container
    cut.output.video = VideoSettings(encoder: format.encoder, pixelFormat: format.pixelFormat, options: format.options)
    let name = "out.\(format.container.rawValue)"
    _ = try studio.session(cut, name, jobs: 2).run()
    #expect(try studio.barcodes(of: name) == Array(0..<60))
  }
}
