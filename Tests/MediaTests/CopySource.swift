import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// A movie of barcodes that one encoder made, to be copied from.
struct CopySource: Sendable, CustomTestStringConvertible {
  var name: String
  /// The encoder and its options, as the `ffmpeg` command takes them.
  var arguments: [String]
  var container = "mp4"
  var pixelFormat = "yuv420p"
  /// What the key frames behind the first one are.
  var access = PacketFacts.Access.clean
  /// The encoder and its options for the parts that are not copied.
  var settings = BarcodeMovie.h264()
  var frames = 72
  var rate = FrameRate(25)
  /// The number that the first frame shows.
  var firstNumber = 0

  var testDescription: String { "\(name).\(container)" }

  func write(to path: String) throws {
    var base = BarcodeMovie()
    base.frames = frames
    base.firstNumber = firstNumber
    base.rate = rate
    let raw = path + ".base.mp4"
    try base.write(to: raw)
    let format = container == "ts" ? "mpegts" : container == "mkv" ? "matroska" : container
    try CommandLineTool.run(
      "ffmpeg",
      ["-v", "error", "-y", "-i", raw, "-pix_fmt", pixelFormat, "-c:v"] + arguments + ["-an", "-f", format, path])
    try FileManager.default.removeItem(atPath: raw)
  }

  func kept(in container: String) -> CopySource {
    var other = self
    other.container = container
    return other
  }
}

extension CopySource {
  private static func x264(_ name: String, _ parameters: String, access: PacketFacts.Access = .clean) -> CopySource {
    CopySource(
      name: name,
      arguments: [
        "libx264", "-preset", "veryfast", "-x264-params", "keyint=12:min-keyint=12:scenecut=0:\(parameters)",
      ], access: access)
  }

  private static func x265(_ name: String, _ parameters: String, access: PacketFacts.Access = .clean) -> CopySource {
    CopySource(
      name: name,
      arguments: [
        "libx265", "-preset", "ultrafast", "-x265-params",
        "keyint=12:min-keyint=12:scenecut=0:log-level=error:pools=1:frame-threads=1:\(parameters)",
      ], access: access,
      settings: VideoSettings(
        encoder: "libx265", pixelFormat: "yuv420p", options: ["preset": "ultrafast", "x265-params": "bframes=2"]))
  }

  static let plain = x264("h264", "bframes=3:b-adapt=0:b-pyramid=0")
  static let h264 = [
    x264("h264-without-b", "bframes=0"), plain, x264("h264-pyramid", "bframes=3:b-adapt=0:b-pyramid=normal"),
    x264("h264-deep", "bframes=8:b-adapt=0:b-pyramid=normal"),
    x264("h264-interlaced", "bframes=3:b-adapt=0:tff=1"),
  ]
  static let h264Open = x264("h264-open", "open-gop=1:bframes=3:b-adapt=0", access: .claimed)
  static let hevc = [
    x265("hevc", "open-gop=0:bframes=3"), x265("hevc-open", "open-gop=1:bframes=3:b-adapt=0", access: .trailing),
  ]
  static let vp9 = CopySource(
    name: "vp9",
    arguments: [
      "libvpx-vp9", "-g", "12", "-b:v", "600k", "-auto-alt-ref", "1", "-lag-in-frames", "16", "-deadline", "good",
      "-cpu-used", "5",
    ],
    settings: VideoSettings(
      encoder: "libvpx-vp9", pixelFormat: "yuv420p",
      options: ["b": "600k", "deadline": "realtime", "cpu-used": "8", "lag-in-frames": "0"]))
  static let av1 = CopySource(
    name: "av1", arguments: ["libsvtav1", "-g", "12", "-preset", "12", "-crf", "35"],
    settings: VideoSettings(
      encoder: "libsvtav1", pixelFormat: "yuv420p", options: ["preset": "12", "crf": "35"]))
  static let intra = [
    CopySource(
      name: "mjpeg", arguments: ["mjpeg", "-q:v", "4"], container: "mov", pixelFormat: "yuvj420p",
      settings: VideoSettings(encoder: "mjpeg", pixelFormat: "yuvj420p", options: ["b": "2M"])),
    CopySource(
      name: "prores", arguments: ["prores_ks", "-profile:v", "lt"], container: "mov", pixelFormat: "yuv422p10le",
      settings: VideoSettings(encoder: "prores_ks", pixelFormat: "yuv422p10le")),
    ffv1("ffv1", interval: 1),
  ]
  static func ffv1(_ name: String, interval: Int) -> CopySource {
    CopySource(
      name: name, arguments: ["ffv1", "-level", "3", "-g", "\(interval)"], container: "mkv",
      settings: VideoSettings(encoder: "ffv1", pixelFormat: "yuv420p", options: ["level": "3", "g": "\(interval)"]))
  }
}
