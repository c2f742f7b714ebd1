import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// Encoders do not say that their statistics could not be written whole; so it is told from what there is.
@Suite struct PassStatisticsTests {
  private static let size = PixelSize(width: 320, height: 180)
  private static let frames = 40

  private static func statistics(_ encoder: String, _ options: [String: String]) throws -> PassStatistics {
    let settings = VideoSettings(encoder: encoder, pixelFormat: "yuv420p", options: options)
    let encoder = try VideoEncoder(settings, size: size, rate: FrameRate(25), keyInterval: 25, pass: .first)
    for number in 0..<frames { _ = try encoder.encode(Barcode.frame(number, size: size), index: Int64(number)) }
    _ = try encoder.finish()
    return try encoder.closeForStatistics()
  }

  static let kinds: [(String, [String: String])] = [
    ("libx264", ["preset": "veryfast"]), ("libx264", ["preset": "ultrafast"]), ("libx264", ["x264-params": "keyint=1"]),
    ("libx264", ["preset": "slow", "x264-params": "mbtree=0"]),
    ("libx265", ["preset": "ultrafast"]),
    ("libx265", ["preset": "ultrafast", "x265-params": "cutree=1:qg-size=8:ctu=32"]),
    ("libx265", ["preset": "ultrafast", "x265-params": "keyint=1"]),
  ]

  @Test(arguments: kinds) func wholeOnesAreTaken(encoder: String, options: [String: String]) throws {
    let whole = try Self.statistics(encoder, options)
    #expect(whole.objection(forFrames: Self.frames) == nil)
    #expect(whole.objection(forFrames: Self.frames + 1) != nil && whole.objection(forFrames: Self.frames - 1) != nil)
  }

  /// What the encoders believe without looking would bring them down.
  @Test(arguments: [
    ("libx264", "w:255,0,0"), ("libx264", "w:0,300,0"), ("libx264", "w:1,2"), ("libx264", "x:1"),
    ("libx265", "nump:17 numnegp:17 numposp:0"), ("libx265", "nump:2 numnegp:0 numposp:1 1~"),
  ])
  func whatGoesBeyondBoundsIsNot(encoder: String, addition: String) throws {
    let whole = try Self.statistics(encoder, encoder == "libx264" ? ["preset": "slow"] : ["preset": "ultrafast"])
    var broken = whole
    let text = String(decoding: try #require(whole.files[""]), as: UTF8.self)
    var lines = text.split(separator: "\n").map(String.init)
    let end = encoder == "libx264" ? ";" : "sc:0 ;"
    lines[lines.count - 1].replace(end, with: addition + " ;")
    broken.files[""] = Data((lines.joined(separator: "\n") + "\n").utf8)
    #expect(whole.objection(forFrames: Self.frames) == nil)
    #expect(broken.objection(forFrames: Self.frames) != nil)
  }

  /// A fade is predicted with weights, and what is referred to may be told.
  @Test(arguments: [
    ("libx264", ["preset": "slow", "x264-params": "weightp=2"]),
    ("libx264", ["preset": "slow", "x264-params": "direct=auto:interlaced=1"]),
    ("libx265", ["preset": "ultrafast", "x265-params": "multi-pass-opt-rps=1"]),
  ])
  func whatElseTheyTellIsTaken(encoder: String, options: [String: String]) throws {
    #expect(try Self.statistics(encoder, options).objection(forFrames: Self.frames) == nil)
  }

  /// Behind a fade an intra frame has its weights and no reference.
  @Test func aCutBehindAFadeIsTaken() throws {
    let settings = VideoSettings(encoder: "libx264", pixelFormat: "yuv420p", options: ["b": "300000"])
    let encoder = try VideoEncoder(settings, size: Self.size, rate: FrameRate(25), keyInterval: 250, pass: .first)
    for number in 0..<30 {
      let level = UInt8(number < 10 ? 20 * number : 60)
      let frame = try VideoFrame.solid(
        Color(red: level, green: level / 2, blue: number < 10 ? 0 : 200), size: Self.size, pixelFormat: "yuv420p")
      _ = try encoder.encode(frame, index: Int64(number))
    }
    _ = try encoder.finish()
    let statistics = try encoder.closeForStatistics()
    #expect(String(decoding: try #require(statistics.files[""]), as: UTF8.self).contains("ref:w:"))
    #expect(statistics.objection(forFrames: 30) == nil)
  }

  /// Wherever a disk was full, for good or for a moment.
  @Test(arguments: kinds) func whatLacksAPartIsNot(encoder: String, options: [String: String]) throws {
    let whole = try Self.statistics(encoder, options)
    for (name, content) in whole.files {
      var broken = whole
      for length in stride(from: 0, to: content.count, by: 37) {
        broken.files[name] = content.prefix(length)
        #expect(broken.objection(forFrames: Self.frames) != nil, "\(name) ends after \(length) bytes")
      }
      // Behind the first line, which says how was encoded and is not read by a second pass but to be compared.
      let start = name.isEmpty ? (content.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1 : 0
      // Disks give out room in blocks, so a hole is no few bytes.
      for hole in [100, 512, 1000] {
        for place in stride(from: start, to: content.count - hole, by: 211) {
          broken.files[name] = content.prefix(place) + content.dropFirst(place + hole)
          #expect(broken.objection(forFrames: Self.frames) != nil, "\(name) lacks \(hole) bytes at \(place)")
        }
      }
      broken.files[name] = nil
      #expect(broken.objection(forFrames: Self.frames) != nil)
    }
  }
}
