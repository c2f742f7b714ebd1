import Foundation
import Media
import Planner
import Renderer
import TestSupport
import Testing
import TimelineModel

/// What instructions do to whole layers.
@Suite struct LayerTests {
  private let studio: Studio
  private let red = yuv(Color(red: 200, green: 30, blue: 30))
  private let blue = yuv(Color(red: 20, green: 40, blue: 180))
  private let green = yuv(Color(red: 30, green: 160, blue: 60))
  private let black = [16, 128, 128]

  init() throws {
    studio = try Studio()
    try studio.addColor("red.mp4", Color(red: 200, green: 30, blue: 30))
    try studio.addColor("blue.mp4", Color(red: 20, green: 40, blue: 180))
    try studio.addColor("green.mp4", Color(red: 30, green: 160, blue: 60))
  }

  private func frame(_ layers: [Layer], red placement: Placement = Placement(), at index: Int64 = 0) throws -> Planes {
    let tracks = ["blue", "green"].map { VideoTrack(id: TrackID($0), segments: [movie("\($0).mp4", 0.s, 1.s)]) }
    let stack = composition([movie("red.mp4", 0.s, 1.s, placement: placement)], layers: layers, more: tracks)
    return Planes(try studio.renderer(stack).frame(index))
  }

  private func average(_ a: [Int], _ b: [Int], _ p: Double) -> [Int] {
    zip(a, b).map { Int((Double($0) * (1 - p) + Double($1) * p).rounded()) }
  }

  /// Shows VID-05.
  @Test func theFirstLiesInFront() throws {
    let left = Layer(content: .track("main"), crop: Curve(Rect(x: 0, y: 0, width: 100, height: 180)))
    let wider = Layer(content: .track("green"), crop: Curve(Rect(x: 0, y: 0, width: 200, height: 180)))
    let planes = try frame([left, wider, Layer(content: .track("blue"))])
    for (x, wanted) in [(99, red), (100, green), (199, green), (200, blue)] {
      #expect(near(planes.color(atX: x, y: 90), wanted), "at \(x)")
    }
  }

  /// On a frame and between two. Shows VID-03.
  @Test(arguments: [(seconds(12, 25), 12), (seconds(1, 2), 13)] as [(Rational, Int64)])
  func aFrameOnTheBorderBelongsToTheNextInstruction(border: Rational, first: Int64) throws {
    let blue = VideoTrack(id: "blue", segments: [movie("blue.mp4", 0.s, 1.s)])
    var divided = composition([movie("red.mp4", 0.s, 1.s)], more: [blue])
    divided.instructions = [
      Instruction(range: range(0.s, border), layers: [Layer(content: .track("main"))]),
      Instruction(range: range(border, 1.s), layers: [Layer(content: .track("blue"))]),
    ]
    let renderer = studio.renderer(divided)
    #expect(near(Planes(try renderer.frame(first - 1)).color(atX: 9, y: 9), red))
    #expect(near(Planes(try renderer.frame(first)).color(atX: 9, y: 9), self.blue))
  }

  @Test func aCropIsInCanvasPixels() throws {
    let small = Placement(scale: Curve(Point(x: 0.5, y: 0.5)), rotation: Curve(30))
    let layer = Layer(content: .track("main"), crop: Curve(Rect(x: 150, y: 80, width: 30, height: 20)))
    let luma = try frame([layer], red: small).luma
    for (x, y, inside) in [
      (150, 80, true), (179, 99, true), (149, 90, false), (180, 90, false), (160, 79, false), (160, 100, false),
    ] {
      #expect(luma[y][x] == (inside ? red[0] : 16) || abs(luma[y][x] - (inside ? red[0] : 16)) <= 1, "at \((x, y))")
    }
  }

  /// Shows VID-07.
  @Test func aTransformComesAfterTheCropAndThePlacement() throws {
    let half = Placement(scale: Curve(Point(x: 0.5, y: 0.5)))
    // Placed at (80, 45)–(240, 135), cut to its left half, doubled and moved.
    let layer = Layer(
      content: .track("main"),
      transform: CanvasTransform(Curve(AffineTransform.scale(2, 2).then(.translation(-100, -60)))),
      crop: Curve(Rect(x: 0, y: 0, width: 160, height: 180)))
    let luma = try frame([layer], red: half).luma
    for (x, y, inside) in [(60, 30, true), (59, 30, false), (60, 29, false), (219, 179, true), (220, 179, false)] {
      #expect(abs(luma[y][x] - (inside ? red[0] : 16)) <= 1, "at \((x, y)): \(luma[y][x])")
    }
  }

  /// Shows VID-07.
  @Test func aCropBetweenTwoTurnsIsTurnedWithTheSecond() throws {
    let turned = Placement(rotation: Curve(30))
    let about = AffineTransform.translation(-160, -90).then(.rotation(degrees: 45)).then(.translation(160, 90))
    let layer = Layer(
      content: .track("main"), transform: CanvasTransform(Curve(about)),
      crop: Curve(Rect(x: 120, y: 70, width: 80, height: 40)))
    let planes = try frame([layer, Layer(content: .track("blue"))], red: turned)
    let inverse = about.inverse!
    for y in stride(from: 1, to: 180, by: 2) {
      for x in stride(from: 1, to: 320, by: 2) {
        let point = inverse.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let distance = max(abs(point.x - 160) - 40, abs(point.y - 90) - 20)
        guard abs(distance) > 1.5 else { continue }
        let wanted = distance < 0 ? red : blue
        #expect(abs(planes.luma[y][x] - wanted[0]) <= 2, "at \((x, y))")
      }
    }
  }

  @Test func aMixtureMovesAsOneCanvas() throws {
    let sides = (Layer(content: .track("main")), Layer(content: .track("blue")))
    let mix = Layer(
      content: .mix(sides.0, sides.1, amount: Curve(0.25)), transform: CanvasTransform(Curve(.translation(100, 0))))
    let large = Placement(scale: Curve(Point(x: 3, y: 3)))
    let planes = try frame([mix], red: large)
    #expect(near(planes.color(atX: 99, y: 90), black))
    #expect(near(planes.color(atX: 100, y: 90), average(red, blue, 0.25)))
    #expect(near(planes.color(atX: 319, y: 10), average(red, blue, 0.25)))
  }

  @Test func aMixtureFadesAsAWhole() throws {
    let sides = (Layer(content: .track("main")), Layer(content: .track("blue")))
    let mix = Layer(content: .mix(sides.0, sides.1, amount: Curve(0.25)), opacity: Curve(0.5))
    let planes = try frame([mix, Layer(content: .track("green"))])
    #expect(near(planes.color(atX: 50, y: 50), average(green, average(red, blue, 0.25), 0.5)))
  }

  /// Shows VID-06.
  @Test func opacitiesMultiply() throws {
    var stack = composition(
      [movie("red.mp4", 0.s, 1.s, opacity: Curve(0.5), fade: Fade(in: seconds(4, 5)))],
      layers: [Layer(content: .track("main"), opacity: Curve(0.8))])
    stack.videoTracks[0].opacity = Curve(0.9)
    stack.videoTracks[0].fade = Fade(out: 1.s)
    let renderer = studio.renderer(stack)
    for n in [0, 5, 10, 24] as [Int64] {
      let t = Double(n) / 25
      let opacity = 0.5 * min(1, t / 0.8) * 0.8 * 0.9 * (1 - t)
      #expect(near(Planes(try renderer.frame(n)).color(atX: 9, y: 9), average(black, red, opacity)), "frame \(n)")
    }
  }

  @Test func ffmpegDrawsTheSameFromTheGraphsText() throws {
    let small = Placement(scale: Curve(Point(x: 0.5, y: 0.5)), position: Curve(Point(x: 80.3, y: 60.4)))
    let mix = Layer(content: .mix(Layer(content: .track("main")), Layer(content: .track("green")), amount: Curve(0.3)))
    let tracks = ["blue", "green"].map { VideoTrack(id: TrackID($0), segments: [movie("\($0).mp4", 0.s, 1.s)]) }
    let stack = composition(
      [movie("red.mp4", 0.s, 1.s, placement: small, opacity: Curve(0.7))],
      layers: [mix, Layer(content: .track("blue"))], more: tracks)
    let renderer = studio.renderer(stack, usesKernels: false)
    let recipe = try renderer.recipe(for: 0)
    let inputs = recipe.sources.compactMap(\.media).flatMap { ["-i", studio.folder.path($0.path)] }
    let path = studio.folder.path("drawn.yuv")
    try CommandLineTool.run(
      "ffmpeg",
      ["-v", "error"] + inputs + ["-filter_complex", recipe.graph.text, "-map", "[\(recipe.graph.output)]"]
        + ["-frames:v", "1", "-f", "rawvideo", path])
    let drawn = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let luma = Planes(try renderer.frame(0)).luma.joined().map { UInt8($0) }
    #expect(Array(drawn.prefix(luma.count)) == luma)
  }

  @Test func noLayersAreTheBackground() throws {
    #expect(near(try frame([]).color(atX: 0, y: 0), black))
  }
}
