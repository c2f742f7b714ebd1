import Foundation
import Media
import Planner
import Renderer
import TestSupport
import Testing
import TimelineModel

/// What kernels draw against what the filter graph of the same frame draws.
@Suite struct KernelAgreementTests {
  private let studio: Studio
  private let half = Point(x: 0.5, y: 0.5)

  init() throws {
    studio = try Studio()
    for (name, phase) in [("a.png", 0.0), ("b.png", 2.1)] {
      try studio.addPNG(name, try VideoFrame.rgba(waves(canvasSize, phase) { _, _ in 255 }, size: canvasSize))
    }
    let badge = PixelSize(width: 80, height: 60)
    let disc = waves(badge, 1) { x, y in
      let distance = ((x - 40) * (x - 40) + (y - 30) * (y - 30)).squareRoot()
      return UInt8(min(max((28 - distance) / 2, 0), 1) * 230)
    }
    try studio.addPNG("badge.png", try VideoFrame.rgba(disc, size: badge))
  }

  private func still(_ name: String, _ placement: Placement = Placement(), opacity: Curve<Double> = Curve(1))
    -> VideoSegment
  {
    VideoSegment(
      content: .still(MediaReference(name)), range: range(0.s, 1.s), placement: placement, opacity: opacity)
  }

  private func over(_ front: VideoSegment, opacity: Curve<Double> = Curve(1), titles: [Title] = []) -> Composition {
    composition(
      [front], titles: titles,
      layers: [Layer(content: .track("main"), opacity: opacity), Layer(content: .track("back"))],
      more: [VideoTrack(id: "back", segments: [still("a.png")])])
  }

  private func expectAgreement(
    _ composition: Composition, above limit: Double = 45, at frames: [Int64] = [0, 7, 20],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (kernels, graphs) = (studio.renderer(composition), studio.renderer(composition, usesKernels: false))
    for number in frames {
      guard case .drawing = try kernels.making(of: number) else {
        Issue.record("no kernels", sourceLocation: sourceLocation)
        continue
      }
      let (drawn, filtered) = (try kernels.frame(number), try graphs.frame(number))
      #expect(drawn.pixelFormat == filtered.pixelFormat && drawn.size == filtered.size, sourceLocation: sourceLocation)
      let (left, right) = (
        Planes(try FrameConverter.convert(drawn, to: "yuv420p")),
        Planes(try FrameConverter.convert(filtered, to: "yuv420p"))
      )
      for (a, b) in [(left.luma, right.luma), (left.u, right.u), (left.v, right.v)] {
        let squares = zip(a.joined(), b.joined()).map { Double(($0 - $1) * ($0 - $1)) }
        let psnr = 10 * log10(255 * 255 / max(squares.reduce(0, +) / Double(squares.count), 1e-9))
        #expect(psnr >= limit, "frame \(number): \(psnr) dB", sourceLocation: sourceLocation)
      }
    }
  }

  private func moving(_ from: Point, _ to: Point) -> Curve<Point> {
    Curve(from, pieces: [CurvePiece(range(0.s, 1.s), from: from, to: to)])
  }

  @Test func dissolves() throws {
    let amount = Curve(0.0, pieces: [CurvePiece(range(0.s, 1.s), from: 0, to: 1)])
    let mix = Layer(content: .mix(Layer(content: .track("main")), Layer(content: .track("back")), amount: amount))
    let back = VideoTrack(id: "back", segments: [still("a.png")])
    var dissolve = composition([still("b.png")], layers: [mix], more: [back])
    try expectAgreement(dissolve, above: 50)
    dissolve.output.video = VideoSettings(encoder: "prores_ks", pixelFormat: "yuv422p10le")
    try expectAgreement(dissolve, above: 50)
  }

  @Test(arguments: Wipe.Shape.allCases, [0, 0.3])
  func wipes(_ shape: Wipe.Shape, _ softness: Double) throws {
    let amount = Curve(0.0, pieces: [CurvePiece(range(0.s, 1.s), from: 0.1, to: 0.9)])
    let mixture = Mixture.wipe(Wipe(shape, softness: softness))
    let mix = Layer(
      content: .mix(Layer(content: .track("main")), Layer(content: .track("back")), amount: amount, by: mixture))
    let back = VideoTrack(id: "back", segments: [still("a.png")])
    try expectAgreement(composition([still("b.png")], layers: [mix], more: [back]), above: 46)
    var moved = mix
    moved.opacity = Curve(0.7)
    moved.transform = CanvasTransform(Curve(AffineTransform(0.6, 0.2, -0.3, 0.7, 80, 10)))
    try expectAgreement(
      composition([still("badge.png")], layers: [moved, Layer(content: .track("back"))], more: [back]))
  }

  @Test func aDissolveOfPicturesThatLeaveTheCanvasFree() throws {
    let amount = Curve(0.0, pieces: [CurvePiece(range(0.s, 1.s), from: 0, to: 1)])
    let mix = Layer(
      content: .mix(Layer(content: .track("main")), Layer(content: .track("side")), amount: amount),
      opacity: Curve(0.8))
    let side = still("badge.png", Placement(fit: .none))
    try expectAgreement(
      composition(
        [still("b.png", Placement(scale: Curve(half)))], layers: [mix, Layer(content: .track("back"))],
        more: [
          VideoTrack(id: "side", segments: [side]), VideoTrack(id: "back", segments: [still("a.png")]),
        ]))
  }

  @Test func smallPicturesOnWholePixels() throws {
    for (x, y) in [(100.0, 60.0), (101, 61), (20, 170)] {
      let placement = Placement(scale: Curve(half), position: Curve(Point(x: x, y: y)))
      for opacity in [1, 0.4] { try expectAgreement(over(still("b.png", placement), opacity: Curve(opacity)), at: [0]) }
    }
  }

  @Test func picturesThatMoveAndGrow() throws {
    let growing = Placement(
      scale: moving(Point(x: 0.3, y: 0.3), half), position: moving(Point(x: 40, y: 40), Point(x: 250, y: 150)))
    try expectAgreement(over(still("b.png", growing), opacity: Curve(0.7)), above: 40)
    let zooming = Placement(scale: moving(Point(x: 1, y: 1), Point(x: 1.4, y: 1.4)))
    try expectAgreement(over(still("b.png", zooming)), above: 40)
  }

  @Test func turnedPictures() throws {
    try expectAgreement(over(still("b.png", Placement(scale: Curve(half), rotation: Curve(17)))), above: 40, at: [0])
    try expectAgreement(over(still("badge.png", Placement(fit: .none, rotation: Curve(17)))), above: 40, at: [0])
  }

  @Test func picturesWithAlpha() throws {
    let badge = Placement(fit: .none, position: Curve(Point(x: 100, y: 70)))
    for opacity in [1, 0.5] { try expectAgreement(over(still("badge.png", badge), opacity: Curve(opacity)), at: [0]) }
    let glass = VideoSegment(
      content: .color(Color(red: 200, green: 30, blue: 90, alpha: 100)), range: range(0.s, 1.s),
      placement: Placement(scale: Curve(half)))
    try expectAgreement(over(glass), at: [0])
  }

  /// Both keep what is as bright as a byte can say, wherever a picture lies and however clear it is.
  @Test func picturesThatAreBrighterThanWhite() throws {
    for placement in [
      Placement(scale: Curve(half), position: Curve(Point(x: 101, y: 61))), Placement(fit: .none, rotation: Curve(17)),
    ] {
      for name in ["b.png", "badge.png"] {
        var bright = still(name, placement)
        bright.effects = [Effect(.exposure, ["exposure": Curve(2)])]
        try expectAgreement(over(bright), at: [0])
        let frame = Planes(try studio.renderer(over(bright), usesKernels: false).frame(0))
        #expect(frame.luma.joined().max()! > (name == "b.png" ? 250 : 239))
      }
    }
  }

  @Test func titles() throws {
    let title = textTitle(
      "Hg", range(0.s, 1.s), style: TextStyle(font: "DejaVu Sans", size: 60, color: .white),
      opacity: Curve(0.0, pieces: [CurvePiece(range(0.s, 1.s), from: 0, to: 1)]))
    try expectAgreement(over(still("b.png"), titles: [title]))
  }

  @Test func eachFrameIsTheSameWhicheverCameBefore() throws {
    let growing = Placement(scale: moving(Point(x: 0.3, y: 0.3), half), rotation: Curve(10))
    let badge = VideoTrack(id: "badge", segments: [still("badge.png", Placement(fit: .none))])
    let edit = composition(
      [still("b.png", growing)],
      layers: [Layer(content: .track("badge")), Layer(content: .track("main")), Layer(content: .track("back"))],
      more: [badge, VideoTrack(id: "back", segments: [still("a.png")])])
    let forward = studio.renderer(edit)
    let frames = try (0..<20).map { Planes(try forward.frame(Int64($0))) }
    let backward = studio.renderer(edit)
    for number in frames.indices.reversed() {
      let frame = Planes(try backward.frame(Int64(number)))
      #expect(frame.luma == frames[number].luma && frame.u == frames[number].u && frame.v == frames[number].v)
    }
  }
}

private func waves(_ size: PixelSize, _ phase: Double, alpha: (Double, Double) -> UInt8) -> [UInt8] {
  (0..<size.width * size.height).flatMap { index -> [UInt8] in
    let (x, y) = (Double(index % size.width), Double(index / size.width))
    let levels = [
      sin(x / 9 + y / 27 + phase), sin(y / 8 - x / 30 + phase), cos((x + y) / 14 + 2 * phase),
    ]
    return levels.map { UInt8(128 + 90 * $0) } + [alpha(x, y)]
  }
}
