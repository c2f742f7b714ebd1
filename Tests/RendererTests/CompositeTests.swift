import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Colours and positions of composed pictures.
@Suite struct CompositeTests {
  private let studio: Studio

  init() throws {
    studio = try Studio()
    try studio.addColor("red.mp4", Color(red: 200, green: 30, blue: 30))
    try studio.addColor("blue.mp4", Color(red: 20, green: 40, blue: 180))
  }

  private let red = yuv(Color(red: 200, green: 30, blue: 30))
  private let blue = yuv(Color(red: 20, green: 40, blue: 180))

  private func between(_ a: [Int], _ b: [Int], _ p: Double) -> [Int] {
    zip(a, b).map { Int((Double($0) * (1 - p) + Double($1) * p).rounded()) }
  }

  private func stacked(_ front: VideoSegment, opacity: Curve<Double> = Curve(1), back: String = "blue.mp4")
    -> Composition
  {
    composition(
      [front], layers: [Layer(content: .track("main"), opacity: opacity), Layer(content: .track("back"))],
      more: [VideoTrack(id: "back", segments: [movie(back, 0.s, 1.s)])])
  }

  /// Shows VID-08, VID-10.
  @Test func aDissolveIsTheWeightedAverage() throws {
    let amount = Curve(0.0, pieces: [CurvePiece(range(0.s, 1.s), from: 0, to: 1)])
    let mix = Layer(content: .mix(Layer(content: .track("main")), Layer(content: .track("back")), amount: amount))
    let dissolve = composition(
      [movie("red.mp4", 0.s, 1.s)], layers: [mix],
      more: [VideoTrack(id: "back", segments: [movie("blue.mp4", 0.s, 1.s)])])
    let fade = stacked(movie("red.mp4", 0.s, 1.s), opacity: amount.map { 1 - $0 })
    let (mixing, fading) = (studio.renderer(dissolve), studio.renderer(fade))
    for n in [0, 1, 5, 12, 20, 24] as [Int64] {
      let wanted = between(red, blue, Double(n) / 25)
      let color = Planes(try mixing.frame(n)).color(atX: 100, y: 50)
      #expect(near(color, wanted), "frame \(n): \(color), not \(wanted)")
      #expect(Planes(try fading.frame(n)).color(atX: 100, y: 50) == color)
    }
  }

  @Test func aDissolveInTenBits() throws {
    var fade = stacked(movie("red.mp4", 0.s, 1.s), opacity: Curve(0.3))
    fade.output.video = VideoSettings(encoder: "prores_ks", pixelFormat: "yuv422p10le")
    let deep = try studio.renderer(fade).frame(0)
    #expect(deep.pixelFormat == "yuv422p10le")
    let seen = Planes(try FrameConverter.convert(deep, to: "yuv444p")).color(atX: 50, y: 50)
    #expect(near(seen, between(blue, red, 0.3)), "\(seen)")
  }

  /// Two canvases that are pushed leave nothing of the background between them, wherever they meet.
  @Test(arguments: [Rational.one, Rational(2, 3)], [true, false])
  func canvasesEdgeToEdgeHaveNoSeam(_ scale: Rational, _ usesKernels: Bool) throws {
    let gray = Color(red: 128, green: 128, blue: 128)
    let time = range(0.s, 1.s)
    func filled(_ id: TrackID) -> VideoTrack {
      VideoTrack(id: id, segments: [VideoSegment(content: .color(gray), range: time)])
    }
    func pushed(_ id: TrackID, _ from: Point, _ to: Point) -> Layer {
      let (start, end) = (AffineTransform.translation(from.x, from.y), AffineTransform.translation(to.x, to.y))
      return Layer(
        content: .track(id),
        transform: CanvasTransform(Curve(start, pieces: [CurvePiece(time, from: start, to: end)])),
        crop: Curve(Rect(x: 0, y: 0, width: Double(canvasSize.width), height: Double(canvasSize.height))))
    }
    for away in [Point(x: Double(canvasSize.width), y: 0), Point(x: 0, y: -Double(canvasSize.height))] {
      var push = composition(
        [],
        layers: [
          pushed("coming", Point(x: -away.x, y: -away.y), .zero), pushed("going", .zero, away),
        ], more: [filled("coming"), filled("going")])
      push.canvas.background = .white
      let renderer = studio.renderer(push, scale: scale, usesKernels: usesKernels)
      for frame in 0..<25 as Range<Int64> {
        let planes = Planes(try renderer.frame(frame))
        #expect(Set(planes.luma.joined()) == [126], "frame \(frame)")
        #expect(Set((planes.u + planes.v).joined()) == [128], "frame \(frame)")
      }
    }
  }

  /// What is clear of a background is black where frames cannot be clear.
  @Test(arguments: [true, false]) func aClearBackgroundIsBlack(usesKernels: Bool) throws {
    var empty = composition([], end: Rational(1))
    for (alpha, level) in [(0, 0), (128, 128), (255, 255)] as [(UInt8, UInt8)] {
      empty.canvas.background = Color(red: 255, green: 255, blue: 255, alpha: alpha)
      let frame = Planes(try studio.renderer(empty, usesKernels: usesKernels).frame(0))
      let wanted = yuv(Color(red: level, green: level, blue: level))
      #expect(near(frame.color(atX: 7, y: 7), wanted), "\(alpha)")
    }
  }

  /// Shows VID-06.
  @Test func opacityOfASmallPicture() throws {
    let placement = Placement(scale: Curve(Point(x: 0.5, y: 0.5)))
    for opacity in [0.25, 0.5, 0.9] {
      let frame = try studio.renderer(
        stacked(movie("red.mp4", 0.s, 1.s, placement: placement, opacity: Curve(opacity)))
      ).frame(0)
      #expect(near(Planes(frame).color(atX: 160, y: 90), between(blue, red, opacity)))
      #expect(near(Planes(frame).color(atX: 10, y: 10), blue))
    }
  }

  @Test func opacityOfATurnedPicture() throws {
    let placement = Placement(scale: Curve(Point(x: 0.5, y: 0.5)), rotation: Curve(27))
    for opacity in [0.25, 0.5, 1] {
      let frame = try studio.renderer(
        stacked(movie("red.mp4", 0.s, 1.s, placement: placement, opacity: Curve(opacity)))
      ).frame(0)
      let (middle, wanted) = (Planes(frame).color(atX: 160, y: 90), between(blue, red, opacity))
      #expect(near(middle, wanted, within: 2), "\(middle), not \(wanted)")
      #expect(near(Planes(frame).color(atX: 10, y: 10), blue, within: 0))
    }
  }

  /// Shows ARC-21.
  @Test func smallPicturesLieWhereTheyAreSaidTo() throws {
    for (x, y) in [(20, 30), (21, 30), (21, 31), (-40, -11)] {
      let placement = Placement(
        anchor: Point(x: 0, y: 0), scale: Curve(Point(x: 0.5, y: 0.5)),
        position: Curve(Point(x: Double(x), y: Double(y))))
      let luma = Planes(try studio.renderer(stacked(movie("red.mp4", 0.s, 1.s, placement: placement))).frame(0)).luma
      for row in 0..<180 {
        for column in 0..<320 {
          let inside = (x..<x + 160).contains(column) && (y..<y + 90).contains(row)
          guard abs(luma[row][column] - (inside ? red : blue)[0]) <= 1 else {
            Issue.record("at (\(column), \(row)) of \((x, y)): \(luma[row][column])")
            return
          }
        }
      }
    }
  }

  /// Shows CMP-20.
  @Test func theBackgroundShowsWhereNothingLies() throws {
    var lonely = composition([gap(0.s, 1.s), movie("red.mp4", 1.s, 2.s)])
    lonely.canvas.background = Color(red: 10, green: 200, blue: 90)
    let frame = try studio.renderer(lonely).frame(3)
    #expect(near(Planes(frame).color(atX: 7, y: 7), yuv(lonely.canvas.background)))
    #expect(near(Planes(try studio.renderer(lonely).frame(25)).color(atX: 7, y: 7), red))
  }

  @Test func aDissolveFromASmallPictureKeepsWhatIsBelow() throws {
    let placement = Placement(scale: Curve(Point(x: 0.5, y: 0.5)))
    let mix = Layer(
      content: .mix(Layer(content: .track("main")), Layer(content: .track("gone")), amount: Curve(0.25)))
    let mixed = composition(
      [movie("red.mp4", 0.s, 1.s, placement: placement)], layers: [mix, Layer(content: .track("back"))],
      more: [
        VideoTrack(id: "gone", segments: [gap(0.s, 1.s)]),
        VideoTrack(id: "back", segments: [movie("blue.mp4", 0.s, 1.s)]),
      ])
    let frame = Planes(try studio.renderer(mixed).frame(0))
    #expect(near(frame.color(atX: 160, y: 90), between(blue, red, 0.75)))
    #expect(near(frame.color(atX: 10, y: 10), blue))
  }

  /// Straight, unless something else is said. Shows AST-20.
  @Test func alphaOfAStillIsItsOwn() throws {
    let size = PixelSize(width: 64, height: 64)
    // Opaque white on the left, then half, then nothing, whose colour must not be seen.
    let bytes = (0..<64 * 64).flatMap { pixel -> [UInt8] in
      switch pixel % 64 {
      case 0..<24: [255, 255, 255, 255]
      case 24..<44: [255, 255, 255, 128]
      default: [255, 0, 255, 0]
      }
    }
    try studio.addPNG("logo.png", try VideoFrame.rgba(bytes, size: size))
    let white = yuv(.white)
    for (scale, turn) in [(1.0, 0.0), (1.5, 0), (1, 180)] {
      let placement = Placement(fit: .none, scale: Curve(Point(x: scale, y: scale)), rotation: Curve(turn))
      let logo = VideoSegment(content: .still(MediaReference("logo.png")), range: range(0.s, 1.s), placement: placement)
      let frame = Planes(try studio.renderer(stacked(logo)).frame(0))
      func at(_ x: Double) -> [Int] {
        let offset = (x - 32) * scale * (turn == 180 ? -1 : 1)
        return frame.color(atX: Int(160 + offset), y: 90)
      }
      #expect(near(at(10), white, within: 2), "\(at(10))")
      #expect(near(at(34), between(blue, white, 128 / 255.0), within: 2), "\(at(34))")
      #expect(near(at(56), blue, within: 1), "\(at(56))")
      // No fringe of the transparent magenta.
      for x in stride(from: 40.0, to: 50, by: 1) {
        #expect(at(x)[2] <= max(white[2], blue[2]) + 2, "at \(x): \(at(x))")
      }
    }
  }

  /// Shows VID-15.
  @Test func aScaleOfHalfKeepsTheLayout() throws {
    let placement = Placement(scale: Curve(Point(x: 0.5, y: 0.5)), position: Curve(Point(x: 100, y: 65)))
    let small = studio.renderer(stacked(movie("red.mp4", 0.s, 1.s, placement: placement)), scale: seconds(1, 2))
    let frame = try small.frame(0)
    #expect(frame.size == PixelSize(width: 160, height: 90))
    #expect(near(Planes(frame).color(atX: 12, y: 12), red))
    #expect(near(Planes(frame).color(atX: 7, y: 12), blue))
  }
}
