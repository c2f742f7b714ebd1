import Foundation
import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// A colour looks the same whatever numbers its source writes it in.
@Suite struct ColorTests {
  private static let color = Color(red: 210, green: 90, blue: 40)
  private static let gray = Color(red: 90, green: 90, blue: 90)

  struct Source: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var pixelFormat = "yuv420p"
    var facts: ColorFacts
    var encoder = "ffv1"
    var size = canvasSize
    /// What the numbers mean, where the file does not say so.
    var written: ColorFacts?
    var color = ColorTests.color
  }

  @Test(arguments: [
    Source(testDescription: "BT.709", facts: .bt709),
    Source(testDescription: "BT.601", facts: ColorFacts(matrix: "smpte170m", isFullRange: false)),
    Source(testDescription: "BT.601 in full range", facts: ColorFacts(matrix: "bt470bg", isFullRange: true)),
    Source(
      testDescription: "the matrix of BT.2020 alone",
      facts: ColorFacts(matrix: "bt2020nc", isFullRange: false, primaries: "bt709", transfer: "bt709")),
    Source(testDescription: "nothing said, which is BT.601 for so few lines", facts: ColorFacts()),
    Source(
      testDescription: "nothing said, which is BT.709 for so many lines", facts: ColorFacts(),
      size: PixelSize(width: 640, height: 580), written: .bt709),
    Source(
      testDescription: "gray in full range", pixelFormat: "gray", facts: ColorFacts(isFullRange: true), color: gray),
    Source(testDescription: "BT.709 in full range", facts: ColorFacts(matrix: "bt709", isFullRange: true)),
    Source(
      testDescription: "JPEG", pixelFormat: "yuvj420p", facts: ColorFacts(matrix: "bt470bg", isFullRange: true),
      encoder: "mjpeg"),
    Source(testDescription: "ten bits", pixelFormat: "yuv422p10le", facts: .bt709),
    Source(testDescription: "RGB", pixelFormat: "bgr0", facts: ColorFacts(matrix: "gbr", isFullRange: true)),
    Source(
      testDescription: "BT.601, larger", facts: ColorFacts(matrix: "bt470bg", isFullRange: false),
      size: PixelSize(width: 640, height: 360)),
  ])
  func sources(_ source: Source) throws {
    let studio = try Studio()
    let path = studio.folder.path("a.mkv")
    let rgba = try VideoFrame.solid(source.color, size: source.size, pixelFormat: "rgba")
    let settings = VideoSettings(encoder: source.encoder, pixelFormat: source.pixelFormat)
    let encoder = try VideoEncoder(settings, size: source.size, rate: FrameRate(25), color: source.facts)
    let muxer = try Muxer(path: path, container: .mkv, streams: [encoder.parameters])
    let meaning = source.written ?? source.facts.resolved(pixelFormat: source.pixelFormat, height: source.size.height)
    let frame = try FrameConverter.convert(rgba, to: source.pixelFormat, color: meaning)
    for index in 0..<Int64(25) {
      for packet in try encoder.encode(frame, index: index) { try muxer.write(packet, stream: 0) }
    }
    for packet in try encoder.finish() { try muxer.write(packet, stream: 0) }
    try muxer.finish()
    studio.add("a.mkv")

    let small = Placement(scale: Curve(Point(x: 0.5, y: 0.5)), rotation: Curve(10))
    for placement in [Placement(), small] {
      let segment = movie("a.mkv", 0.s, 1.s, placement: placement)
      let seen = Planes(try studio.renderer(composition([segment])).frame(0)).color(atX: 160, y: 90)
      let tolerance = source.encoder == "mjpeg" ? 3 : 2
      #expect(near(seen, yuv(source.color), within: tolerance), "\(seen), not \(yuv(source.color))")
    }
  }

  /// White of a picture that has alpha, and in nested timelines of theirs, is as white as any.
  @Test(arguments: [true, false]) func whiteWithAlphaStaysWhite(usesKernels: Bool) throws {
    let studio = try Studio()
    let white = [UInt8](repeating: 255, count: 4 * canvasSize.width * canvasSize.height)
    try studio.addPNG("white.png", try VideoFrame.rgba(white, size: canvasSize))
    let still = VideoSegment(content: .still(MediaReference("white.png")), range: range(0.s, 1.s))
    let renderer = studio.renderer(composition([still]), usesKernels: usesKernels)
    let planes = Planes(try renderer.frame(0))
    #expect(Set(planes.luma.joined()) == [235])
    #expect(Set(planes.u.joined()) == [128] && Set(planes.v.joined()) == [128])
  }

  /// Gray that says it is in limited range is read so, and gray that says nothing is as grays are: full.
  @Test(arguments: ["gray", "gray10le"]) func grayInLimitedRange(pixelFormat: String) throws {
    let studio = try Studio()
    for (name, range) in [("tv", "tv"), ("pc", "pc")] {
      let scale = pixelFormat == "gray" ? 1 : 4
      let luma = name == "tv" ? 16 * scale + 219 * scale * 90 / 255 : (256 * scale - 1) * 90 / 255
      try CommandLineTool.ffmpeg(
        "-f", "lavfi", "-i", "nullsrc=s=320x180:r=25:d=1,format=\(pixelFormat),geq=lum=\(luma)", "-c:v", "ffv1",
        "-color_range", range, studio.folder.path("\(name).mkv"))
      studio.add("\(name).mkv")
      for placement in [Placement(), Placement(scale: Curve(Point(x: 0.5, y: 0.5)), rotation: Curve(10))] {
        let segment = movie(MediaReference("\(name).mkv").path, 0.s, 1.s, placement: placement)
        let seen = Planes(try studio.renderer(composition([segment])).frame(0)).color(atX: 160, y: 90)
        #expect(near(seen, yuv(ColorTests.gray), within: 2), "\(seen), not \(yuv(ColorTests.gray))")
      }
    }
  }

  /// H.264 that goes from full range to limited keeps the pixel format whose name says full.
  @Test(arguments: [["pc", "tv"], ["tv", "pc"]]) func aRangeThatChanges(ranges: [String]) throws {
    let studio = try Studio()
    var stream = Data()
    for range in ranges {
      let path = studio.folder.path("\(range).h264")
      try CommandLineTool.ffmpeg(
        "-f", "lavfi", "-i", "color=0x5A5A5A:s=320x180:r=25:d=1", "-vf",
        "scale=out_color_matrix=bt709:out_range=\(range),format=yuv420p", "-c:v", "libx264", "-bf", "0", "-g", "5",
        "-crf", "5", "-color_range", range, "-colorspace", "bt709", path)
      stream += try Data(contentsOf: URL(filePath: path))
    }
    try stream.write(to: URL(filePath: studio.folder.path("all.h264")))
    try CommandLineTool.ffmpeg(
      "-f", "h264", "-r", "25", "-i", studio.folder.path("all.h264"), "-c", "copy", studio.folder.path("all.ts"))
    try CommandLineTool.ffmpeg("-i", studio.folder.path("all.ts"), "-c", "copy", studio.folder.path("all.mkv"))
    studio.add("all.mkv")
    let renderer = studio.renderer(composition([movie("all.mkv", 0.s, 2.s)]))
    for frame: Int64 in [10, 40] {
      let seen = Planes(try renderer.frame(frame)).color(atX: 160, y: 90)
      #expect(near(seen, yuv(ColorTests.gray), within: 2), "\(frame): \(seen), not \(yuv(ColorTests.gray))")
    }
  }

  /// What the document says of the range counts, also where the file is in one of JPEG's formats.
  @Test(arguments: ["jpg", "mkv"]) func aRangeThatTheDocumentSays(ending: String) throws {
    let studio = try Studio()
    let path = studio.folder.path("full.\(ending)")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "nullsrc=s=320x180:r=25:d=1,format=yuvj420p,geq=lum=93:cb=128:cr=128", "-c:v", "mjpeg",
      "-frames:v", ending == "jpg" ? "1" : "25", "-q:v", "1", path)
    // 90 of 255 is (93 - 16) of 219.
    for (isFull, luma) in [(false, 90), (true, 93)] {
      let media = studio.add("full.\(ending)", as: MediaReading(isFullRange: isFull))
      let range = range(0.s, 1.s)
      let content: VideoSegment.Content =
        ending == "jpg" ? .still(media) : .movie(media, TimeMapping(source: SourceRange(start: SourceTime(.zero), duration: .one), target: range))
      let picture = VideoSegment(content: content, range: range)
      let seen = Planes(try studio.renderer(composition([picture])).frame(0)).color(atX: 160, y: 90)
      #expect(near(seen, [luma, 128, 128], within: 2), "\(isFull): \(seen)")
    }
  }

  @Test func aColorAsASegment() throws {
    let studio = try Studio()
    let full = VideoSegment(content: .color(ColorTests.color), range: range(0.s, 1.s))
    let plain = Planes(try studio.renderer(composition([full])).frame(0))
    #expect(near(plain.color(atX: 0, y: 0), yuv(ColorTests.color)))
    let placement = Placement(scale: Curve(Point(x: 0.5, y: 0.5)))
    let half = VideoSegment(
      content: .color(Color(red: 255, green: 255, blue: 255, alpha: 128)), range: range(0.s, 1.s), placement: placement)
    let seen = Planes(try studio.renderer(composition([half])).frame(0))
    #expect(near(seen.color(atX: 160, y: 90), [126, 128, 128], within: 2))
    #expect(seen.luma[44][160] == 16 && seen.luma[90][79] == 16 && seen.luma[90][80] > 120)
  }
}
