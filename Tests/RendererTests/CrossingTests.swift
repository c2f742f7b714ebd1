import Foundation
import Media
import Planner
import Renderer
import TestSupport
import Testing
import TimelineModel

/// libavfilter's transitions, one frame at a time.
@Suite struct CrossingTests {
  private let studio: Studio
  private let length: Int64 = 10

  init() throws {
    studio = try Studio()
    for (name, phase) in [("a.png", 0.0), ("b.png", 2.1)] {
      let bytes = (0..<canvasSize.width * canvasSize.height).flatMap { index -> [UInt8] in
        let (x, y) = (Double(index % canvasSize.width), Double(index / canvasSize.width))
        return [sin(x / 9 + phase), sin(y / 7 - x / 40 + phase), cos((x + y) / 13 + 2 * phase)]
          .map { UInt8(128 + 90 * $0) } + [255]
      }
      try studio.addPNG(name, try VideoFrame.rgba(bytes, size: canvasSize))
    }
  }

  private func crossing(_ kind: String, placement: Placement = Placement()) -> Composition {
    let over = range(0.s, Rational(length, 25))
    func still(_ name: String, _ placement: Placement) -> VideoSegment {
      VideoSegment(content: .still(MediaReference(name)), range: over, placement: placement)
    }
    let amount = Curve(0.0, pieces: [CurvePiece(over, from: 0, to: 1)])
    let mix = Layer(
      content: .mix(Layer(content: .track("main")), Layer(content: .track("next")), amount: amount, by: .xfade(kind)))
    return composition(
      [still("a.png", placement)], layers: [mix],
      more: [VideoTrack(id: "next", segments: [still("b.png", Placement())])])
  }

  /// The same graph with `xfade` left to the times of the frames, which it gets from the first on.
  private func running(_ graph: GraphDescription) throws -> FilterGraph {
    var graph = graph
    for index in graph.filters.indices {
      switch graph.filters[index].name {
      case "settb": (graph.filters[index].name, graph.filters[index].options) = ("null", [])
      case "xfade":
        graph.filters[index].options.removeAll { $0.key != "transition" }
        graph.filters[index].options.append(Filter.Option("duration", "0.4"))
      default: break
      }
    }
    return try FilterGraph(graph)
  }

  /// Which kinds are libavfilter's alone. Of the others, `fade` is a dissolve, and the rest bring black, white or grays,
  /// which the reference knows better.
  private static let kinds = (FilterGraph.xfadeKinds ?? []).filter {
    !["fade", "fadeblack", "fadewhite", "fadegrays", "circlecrop", "rectcrop"].contains($0)
  }

  @Test(arguments: CrossingTests.kinds)
  func anyFrameIsThatOfAWholeRun(_ kind: String) throws {
    for placement in [Placement(), Placement(scale: Curve(Point(x: 0.6, y: 0.6)))] {
      let composition = crossing(kind, placement: placement)
      let renderer = studio.renderer(composition)
      var inputs: [VideoFrame] = []
      var whole: FilterGraph?
      var frames: [VideoFrame] = []
      for number in 0..<length {
        let recipe = try renderer.recipe(for: max(number, 1))
        if whole == nil {
          whole = try running(recipe.graph)
          inputs = try zip(recipe.sources, recipe.graph.inputs).map { source, input in
            if case .color(let color) = source.content {
              return try VideoFrame.solid(color, size: input.size, pixelFormat: input.pixelFormat)
            }
            let media = try #require(source.media)
            let facts = try #require(studio.catalog.facts(for: media)?.video)
            return try FrameReader(path: studio.folder.path(media.path), facts: facts).frame(0)
          }
        }
        frames.append(try #require(whole).frame(for: inputs))
      }
      // Not in order, and some of them twice.
      for number in [7, 2, 5, 2, 9, 1, 4, 3, 8, 6] as [Int64] {
        let (made, run) = (Planes(try renderer.frame(number)), Planes(frames[Int(number)]))
        #expect(made.luma == run.luma && made.u == run.u && made.v == run.v, "\(kind), frame \(number)")
      }
    }
  }

  @Test func thereAreMany() throws {
    let kinds = try #require(FilterGraph.xfadeKinds)
    #expect(kinds.count > 30 && kinds.contains("circleopen") && !kinds.contains("custom"))
  }

  /// One graph serves all its frames, whatever their number.
  @Test func aConstantAmountStaysAtItsProgress() throws {
    var composition = crossing("wipeleft")
    guard case .mix(let first, let second, _, let mixture) = composition.instructions[0].layers[0].content else {
      Issue.record("no mix")
      return
    }
    composition.instructions[0].layers[0].content = .mix(first, second, amount: Curve(0.25), by: mixture)
    try studio.addBarcodes("moving.mp4")
    composition.videoTracks[1].segments[0] = movie("moving.mp4", 0.s, Rational(length, 25))
    let renderer = studio.renderer(composition)
    for number in 0..<length {
      let (played, fresh) = (try renderer.frame(number), try studio.renderer(composition).frame(number))
      #expect(Planes(played).luma == Planes(fresh).luma, "frame \(number)")
    }
  }
}
