import Renderer
import TestSupport
import Testing
import TimelineModel

/// What lies on a layer of a title goes where the layer goes; and every frame is what its time says, whenever it is
/// asked for.
@Suite struct TitleTreeTests {
  private let studio: Studio
  init() throws {
    studio = try Studio()
    try studio.addColor("blue.mp4", Color(red: 20, green: 40, blue: 180))
  }

  private let span = range(0.s, 1.s)
  private func at(_ x: Double, _ y: Double) -> RelativePoint { RelativePoint(Point(x: x, y: y)) }

  private func square(
    _ position: RelativePoint, color: Color = .white, rotation: Curve<Double> = Curve(0),
    opacity: Curve<Double> = Curve(1), layers: [TitleLayer] = []
  ) -> TitleLayer {
    let shape = TitleShape(figure: .rectangle(radius: 0), size: Curve(at(20, 20)), color: Curve(color))
    return TitleLayer(
      content: .shape(shape), position: Curve(position), rotation: rotation, opacity: opacity, layers: layers)
  }

  private func renderer(_ layer: TitleLayer) -> FrameRenderer {
    studio.renderer(composition([movie("blue.mp4", 0.s, 1.s)], titles: [Title(range: span, layer: layer)]))
  }

  private func luma(_ layer: TitleLayer, at frame: Int64 = 10) throws -> [[Int]] {
    Planes(try renderer(layer).frame(frame)).luma
  }

  private let blue = yuv(Color(red: 20, green: 40, blue: 180))[0]

  /// Shows ANI-02.
  @Test func whatLiesOnALayerMovesWithIt() throws {
    let child = square(at(50, 10))
    for x in [100.0, 160] {
      let luma = try luma(square(at(x, 90), layers: [child]))
      // The parent's box begins ten pixels to the left of its middle and ten above.
      #expect(luma[90][Int(x)] >= 234 && luma[90][Int(x) + 40] >= 234 && luma[90][Int(x) + 20] == blue)
    }
  }

  /// Shows ANI-02.
  @Test func anInvisibleLayerHidesWhatLiesOnIt() throws {
    let tree = square(at(100, 90), opacity: Curve(0), layers: [square(at(50, 10))])
    #expect(try luma(tree).joined().allSatisfy { $0 == blue })
  }

  /// Shows ANI-04.
  @Test func aLayerFadesAsOnePicture() throws {
    // The child covers its parent: at half opacity nothing of the parent shines through it.
    let tree = square(at(100, 90), opacity: Curve(0.5), layers: [square(at(10, 10), color: .black)])
    let seen = try luma(tree)[90][100]
    #expect(abs(Double(seen) - Double(blue + 16) / 2) <= 1, "\(seen)")
  }

  /// Shows ANI-04.
  @Test func aTitleGoesWithAllThatLiesOnIt() throws {
    let going = Curve(1.0, pieces: [CurvePiece(range(Rational(2, 5), Rational(4, 5)), from: 1, to: 0)])
    let tree = square(at(100, 90), opacity: going, layers: [square(at(50, 10))])
    for (frame, share) in [(Int64(0), 1.0), (9, 1), (10, 1), (15, 0.5), (20, 0), (24, 0)] {
      let luma = try luma(tree, at: frame)
      let wanted = Double(blue) + Double(235 - blue) * share
      #expect(abs(Double(luma[90][100]) - wanted) <= 1 && abs(Double(luma[90][140]) - wanted) <= 1, "frame \(frame)")
    }
  }

  /// Shows ANI-03, ANI-13.
  @Test func aRingHasTurnedByAQuarterAfterAQuarterOfItsPeriod() throws {
    let turning = Curve(
      0.0,
      pieces: [CurvePiece(span, from: 0, to: 360, cycle: RampCycle(duration: Rational(4, 5), returns: false))])
    let size = Curve(at(100, 100))
    let ring = TitleLayer(
      content: .group(size: size), position: Curve(at(160, 90)), rotation: turning, layers: [square(at(50, 10))])
    // The mark begins above the middle; five frames are a quarter of the period.
    for (frame, x, y) in [(Int64(0), 160, 50), (5, 200, 90), (10, 160, 130), (15, 120, 90), (20, 160, 50)] {
      let luma = try luma(ring, at: frame)
      #expect(luma[y][x] >= 234, "frame \(frame)")
      #expect(luma[180 - y][320 - x] == blue, "frame \(frame)")
    }
  }

  @Test func aRampThatReturnsIsBackAtItsStart() throws {
    let cycle = RampCycle(duration: Rational(2, 5), returns: true)
    let there = CurvePiece(range(0.s, Rational(4, 5)), from: at(60, 90), to: at(260, 90), cycle: cycle)
    let swinging = TitleLayer(
      content: square(at(0, 0)).content, position: Curve(at(60, 90), pieces: [there]))
    for (frame, x) in [(Int64(0), 60), (5, 160), (10, 260), (15, 160), (20, 60), (24, 60)] {
      #expect(try luma(swinging, at: frame)[90][x] >= 234, "frame \(frame)")
    }
  }

  /// Shows ANI-06, ANI-07, ANI-17, ANI-19, ANI-21.
  @Test func framesAreTheSameInWhateverOrderTheyAreAskedFor() throws {
    let color = Curve(Color.white, pieces: [CurvePiece(span, from: .white, to: .black)])
    let ring = TitleShape(
      figure: .ellipse, size: Curve(at(60, 40)), color: color, outline: Outline(width: 3, color: .black))
    let text = TitleText("Hg", style: TextStyle(font: "DejaVu Sans", size: 30))
    let tree = TitleLayer(
      content: .shape(ring), position: Curve(at(160, 90)),
      rotation: Curve(0, pieces: [CurvePiece(span, from: 0, to: 90)]),
      layers: [TitleLayer(content: .text(text), opacity: Curve(0.5))])
    let order: [Int64] = [3, 9, 17, 4]
    let (forward, backward) = (renderer(tree), renderer(tree))
    let first = try order.map { Planes(try forward.frame($0)).luma }
    let second = try order.reversed().map { Planes(try backward.frame($0)).luma }
    #expect(first == second.reversed())
    #expect(Set(first).count == 4)
  }

  /// Shows ANI-10.
  @Test func thePictureIsWhereItsLayerPutsIt() throws {
    let picture = TitleLayer(content: .picture(size: Curve(at(160, 90))), position: Curve(at(160, 90)))
    let ground = TitleShape(figure: .rectangle(radius: 0), size: Curve(.whole), color: Curve(.white))
    let luma = try luma(TitleLayer(content: .shape(ground), position: Curve(at(160, 90)), layers: [picture]))
    #expect(luma[90][160] == blue && luma[46][82] == blue && luma[134][238] == blue)
    #expect(luma[44][160] >= 234 && luma[90][78] >= 234 && luma[0][0] >= 234)
  }
}
