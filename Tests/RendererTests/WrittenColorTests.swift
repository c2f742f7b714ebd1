import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// What a movie's numbers are, and what it says that they are.
@Suite struct WrittenColorTests {
  private static let color = Color(red: 210, green: 90, blue: 40)

  /// Some encoders write what their frames say, which still say what their sources did.
  @Test func theColoursAreTheCanvassWhateverTheSourceSays() throws {
    let studio = try Studio()
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "color=teal:size=320x180:rate=25:duration=1", "-c:v", "libx264", "-pix_fmt", "yuv420p",
      "-colorspace", "smpte170m", "-color_primaries", "bt470bg", "-color_trc", "smpte170m",
      studio.folder.path("a.mp4"))
    studio.add("a.mp4")
    var cut = composition([movie("a.mp4", 0.s, 1.s)])
    cut.output.container = .mov
    cut.output.video = VideoSettings(encoder: "prores_ks", pixelFormat: "yuv422p10le")
    _ = try studio.session(cut, "out.mov").run()
    let facts = try #require(try studio.facts(ofMovie: "out.mov"))
    #expect((facts.color.matrix, facts.color.primaries, facts.color.transfer) == ("bt709", "bt709", "bt709"))
  }

  struct Format: CustomTestStringConvertible, Sendable {
    var encoder: String
    var pixelFormat: String
    var container: OutputSettings.Container
    /// What is said of the result.
    var matrix: String
    var testDescription: String { "\(pixelFormat) by \(encoder)" }
  }

  @Test(arguments: [
    Format(encoder: "libx264rgb", pixelFormat: "bgr0", container: .mkv, matrix: "gbr"),
    Format(encoder: "libx264rgb", pixelFormat: "rgb24", container: .mp4, matrix: "gbr"),
    Format(encoder: "libx265", pixelFormat: "gbrp", container: .mp4, matrix: "gbr"),
    Format(encoder: "mjpeg", pixelFormat: "yuv420p", container: .mov, matrix: "bt470bg"),
    Format(encoder: "mjpeg", pixelFormat: "yuvj444p", container: .mkv, matrix: "bt470bg"),
    Format(encoder: "utvideo", pixelFormat: "yuv422p", container: .mkv, matrix: "bt709"),
    Format(encoder: "utvideo", pixelFormat: "gbrp", container: .mkv, matrix: "gbr"),
    Format(encoder: "rawvideo", pixelFormat: "yuv422p", container: .mkv, matrix: "bt709"),
  ])
  func whatIsReadIsWhatWasMeant(_ format: Format) throws {
    let studio = try Studio()
    var cut = composition([VideoSegment(content: .color(Self.color), range: range(0.s, 1.s))])
    cut.output.container = format.container
    cut.output.video = VideoSettings(encoder: format.encoder, pixelFormat: format.pixelFormat)
    let name = "out.\(format.container.rawValue)"
    _ = try studio.session(cut, name).run()
    #expect(try studio.facts(ofMovie: name)?.color.matrix == format.matrix)
    let seen = Planes(try studio.renderer(composition([movie(name, 0.s, 1.s)])).frame(12)).color(atX: 160, y: 90)
    #expect(near(seen, yuv(Self.color), within: 3), "\(seen), not \(yuv(Self.color))")
  }
}

extension Studio {
  fileprivate func facts(ofMovie name: String) throws -> VideoFacts? {
    add(name)
    return catalog.facts(for: MediaReference(name))?.video
  }
}
