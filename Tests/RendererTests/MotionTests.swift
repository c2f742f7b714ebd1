import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Values that change over time reach running graphs.
@Suite struct MotionTests {
  private let studio: Studio
  init() throws {
    studio = try Studio()
    try studio.addColor("red.mp4", Color(red: 200, green: 30, blue: 30))
  }

  private func renderer(_ placement: Placement, opacity: Curve<Double> = Curve(1)) -> FrameRenderer {
    studio.renderer(composition([movie("red.mp4", 0.s, 1.s, placement: placement, opacity: opacity)]))
  }

  private func ramp<Value>(_ from: Value, _ to: Value) -> Curve<Value> {
    Curve(from, pieces: [CurvePiece(range(0.s, 1.s), from: from, to: to)])
  }

  @Test func opacityOfALayerThatIsTurned() throws {
    let renderer = renderer(Placement(scale: Curve(Point(x: 0.5, y: 0.5)), rotation: Curve(20)), opacity: ramp(0, 1))
    for n in Int64(0)..<25 {
      let wanted = 16 + Double(yuv(Color(red: 200, green: 30, blue: 30))[0] - 16) * Double(n) / 25
      #expect(abs(Double(Planes(try renderer.frame(n)).luma[90][160]) - wanted) <= 1.5)
    }
  }

  /// Where the left edge of the picture crosses row 90, to a fraction of a pixel, by how much of it is covered.
  private func leftEdge(_ frame: VideoFrame) -> Double {
    let row = Planes(frame).luma[90]
    let full = Double(row[160] - 16)
    return 160 - row[0..<160].reduce(0) { $0 + Double($1 - 16) / full }
  }

  /// Shows VID-08.
  @Test func aSlowMoveDoesNotStep() throws {
    let half = Curve(Point(x: 0.5, y: 0.5))
    let renderer = renderer(Placement(scale: half, position: ramp(Point(x: 160, y: 90), Point(x: 150, y: 87))))
    for n in Int64(0)..<25 { #expect(abs(leftEdge(try renderer.frame(n)) - (80 - Double(n) / 2.5)) < 0.05) }
  }

  @Test func aSlowZoomDoesNotStep() throws {
    let renderer = renderer(Placement(scale: ramp(Point(x: 0.5, y: 0.5), Point(x: 0.6, y: 0.6))))
    for n in Int64(0)..<25 {
      let wanted = 160 - 160 * (0.5 + 0.1 * Double(n) / 25)
      #expect(abs(leftEdge(try renderer.frame(n)) - wanted) < 0.05)
    }
  }

  @Test func aTurnGoesAround() throws {
    let renderer = renderer(Placement(scale: Curve(Point(x: 0.5, y: 0.5)), rotation: ramp(0, 450)))
    for n in [0, 5, 10, 15, 20, 24] as [Int64] {
      let luma = Planes(try renderer.frame(n)).luma
      let area = luma.reduce(0) { $0 + $1.reduce(0) { $0 + $1 - 16 } }
      let full = Double(luma[90][160] - 16) * 160 * 90
      #expect(abs(Double(area) / full - 1) < 0.01, "frame \(n)")
    }
  }

  @Test func growingFromNothing() throws {
    let renderer = renderer(Placement(scale: ramp(.zero, Point(x: 1, y: 1))))
    for n in [0, 1, 2, 24] as [Int64] { _ = try renderer.frame(n) }
    #expect(Planes(try renderer.frame(0)).luma[90][160] == 16)
  }

  @Test(arguments: [1e-7, 3e4, 1e12])
  func absurdSizes(_ scale: Double) throws {
    _ = try renderer(Placement(scale: Curve(Point(x: scale, y: scale)), rotation: Curve(30))).frame(0)
    _ = try renderer(Placement(scale: Curve(Point(x: scale, y: 1)))).frame(0)
    let moved = try renderer(Placement(position: Curve(Point(x: scale, y: -scale)))).frame(0)
    if scale > 1 { #expect(Planes(moved).luma[90][160] == 16) }
  }
}
