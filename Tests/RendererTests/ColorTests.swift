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
