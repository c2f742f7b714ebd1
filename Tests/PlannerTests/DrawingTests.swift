import Foundation
import Planner
import TestSupport
import Testing
import TimelineModel

/// What kernels are told in the main cases.
@Suite struct DrawingTests {
  private func drawing(_ composition: Composition, _ media: [String: MediaFacts], at frame: Int64 = 0) throws
    -> DrawingRecipe
  {
    let plan = plan(composition, media)
    let shot = try #require(plan.shot(at: frame))
    return try #require(plan.drawing(for: frame, in: shot))
  }

  private func over(_ front: VideoSegment, opacity: Double = 1) -> Composition {
    composition(
      [front], layers: [Layer(content: .track("main"), opacity: Curve(opacity)), Layer(content: .track("back"))],
      more: [VideoTrack(id: "back", segments: [movie("b", 0.s, 1.s)])])
  }

  private let media = ["a": facts(), "b": facts()]

  /// Shows VID-09.
  @Test func aMatchingPictureIsTheFrame() throws {
    #expect(try drawing(composition([movie("a", 0.s, 1.s)]), media).drawing == .picture(.source(0)))
  }

  @Test func whatIsOnlyScaledIsLeftToAFilter() throws {
    let large = ["a": facts(PixelSize(width: 640, height: 360))]
    guard case .picture(.filtered(0, let graph)) = try drawing(composition([movie("a", 0.s, 1.s)]), large).drawing
    else {
      Issue.record("no filter")
      return
    }
    #expect(graph.filters.map(\.name) == ["scale"])
  }

  @Test func anOpaqueCoverIsMixedWithWhatIsBelow() throws {
    let recipe = try drawing(over(movie("a", 0.s, 1.s), opacity: 0.25), media)
    #expect(recipe.drawing == .mix(.picture(.source(0)), .picture(.source(1)), amount: 0.25))
    #expect(recipe.sources.map(\.media) == [MediaReference("b"), MediaReference("a")])
  }

  @Test func aZoomReadsThePictureAsItIs() throws {
    let zoom = Placement(scale: Curve(Point(x: 1.37, y: 1.37)))
    guard
      case .layers(let layers, nil) = try drawing(composition([movie("a", 0.s, 1.s, placement: zoom)]), media).drawing
    else {
      Issue.record("something lies below")
      return
    }
    #expect(layers.map(\.pixels) == [.source(0)])
    let transform = layers[0].mapping.transform
    #expect(abs(transform.a - 1.37) < 1e-9 && abs(transform.tx - (160 - 160 * 1.37)) < 1e-9)
    #expect(layers[0].mapping.coversTarget && layers[0].mapping.isUpright)
  }

  @Test func whatIsTurnedAndMadeSmallerIsReducedFirst() throws {
    let turned = Placement(scale: Curve(Point(x: 0.5, y: 0.5)), rotation: Curve(30))
    guard case .layers(let layers, .some) = try drawing(over(movie("a", 0.s, 1.s, placement: turned)), media).drawing,
      case .filtered(1, let graph) = layers[0].pixels
    else {
      Issue.record("not reduced")
      return
    }
    #expect(graph.text.contains("scale=w=160:h=90"))
    #expect(abs(layers[0].mapping.transform.determinant - 1) < 1e-9)
  }

  @Test(arguments: ["yuv420p", "yuv422p", "yuv444p"])
  func whatIsReducedKeepsWholeChromaSamples(_ pixelFormat: String) throws {
    let turned = Placement(scale: Curve(Point(x: 0.39, y: 0.39)), rotation: Curve(30))
    var source = facts()
    source.video?.pixelFormat = pixelFormat
    let recipe = try drawing(over(movie("a", 0.s, 1.s, placement: turned)), ["a": source, "b": facts()])
    guard case .layers(let layers, .some) = recipe.drawing, case .filtered(1, let graph) = layers[0].pixels else {
      Issue.record("not reduced")
      return
    }
    // 13/32 of 320x180 is 130x73.125.
    let height = pixelFormat == "yuv420p" ? 74 : 73
    #expect(graph.text.contains("scale=w=130:h=\(height)"))
    let corner = layers[0].mapping.transform.apply(Point(x: 130, y: Double(height)))
    let angle = Double.pi / 6
    let (x, y) = (160 * 0.39, 90 * 0.39)
    #expect(abs(corner.x - (160 + x * cos(angle) - y * sin(angle))) < 1e-9)
    #expect(abs(corner.y - (90 + x * sin(angle) + y * cos(angle))) < 1e-9)
  }

  @Test func whatEndsWithinAChromaSampleKeepsOneForEveryPixel() throws {
    let small = Placement(scale: Curve(Point(x: 0.25, y: 0.25)), position: Curve(Point(x: 160, y: 90.5)))
    guard case .layers(let layers, .some) = try drawing(over(movie("a", 0.s, 1.s, placement: small)), media).drawing,
      case .filtered(1, let graph) = layers[0].pixels
    else {
      Issue.record("not scaled")
      return
    }
    #expect(graph.text.contains("scale=w=80:h=45") && graph.text.contains("yuv444p"))
  }

  @Test func layersOfOneColourNeedNoFrames() throws {
    let glass = VideoSegment(
      content: .color(Color(red: 1, green: 2, blue: 3, alpha: 4)), range: range(0.s, 1.s),
      placement: Placement(scale: Curve(Point(x: 0.5, y: 0.5))))
    let recipe = try drawing(over(glass), media)
    #expect(recipe.sources.count == 1)
    guard case .layers(let layers, .picture(.source(0))) = recipe.drawing else {
      Issue.record("\(recipe.drawing)")
      return
    }
    #expect(layers[0].mapping.visible == Rect(x: 0, y: 0, width: 1, height: 1))
    #expect(layers[0].opacity == 4.0 / 255)
  }

  @Test func otherFormatsAreLeftToTheGraph() throws {
    var gray = composition([movie("a", 0.s, 1.s)])
    gray.output.video = VideoSettings(encoder: "ffv1", pixelFormat: "rgb24")
    let plan = plan(gray, media)
    let shot = try #require(plan.shot(at: 0))
    #expect(plan.drawing(for: 0, in: shot) == nil)
  }
}
