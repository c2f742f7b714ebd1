import Media
import TestSupport
import Testing
import TimelineModel

@Suite struct FilterGraphTests {
  private let size = PixelSize(width: 320, height: 180)

  private func overlay(x: Int, y: Int) -> GraphDescription {
    GraphDescription(
      inputs: [
        GraphInput(label: "below", size: size, pixelFormat: "yuv420p", color: .bt709),
        GraphInput(label: "above", size: PixelSize(width: 64, height: 64), pixelFormat: "yuv420p", color: .bt709),
      ],
      filters: [
        Filter(
          "overlay",
          [
            Filter.Option("x", "\(x)", isCommand: true), Filter.Option("y", "\(y)", isCommand: true),
            Filter.Option("eval", "frame"),
          ], from: ["below", "above"], to: ["out"])
      ], output: "out")
  }

  private func luma(_ frame: VideoFrame, x: Int, y: Int) -> UInt8 { frame.withPlane(0) { $0[y * $1 + x] } }

  private func inputs() throws -> [VideoFrame] {
    [
      try .solid(.black, size: size, pixelFormat: "yuv420p"),
      try .solid(.white, size: PixelSize(width: 64, height: 64), pixelFormat: "yuv420p"),
    ]
  }

  @Test func givesOneFrameForOneFrame() throws {
    let graph = try FilterGraph(overlay(x: 10, y: 20))
    for _ in 0..<5 {
      let frame = try graph.frame(for: inputs())
      #expect(frame.size == size)
      #expect(luma(frame, x: 9, y: 20) == 16)
      #expect(luma(frame, x: 10, y: 20) == 235)
      #expect(luma(frame, x: 73, y: 83) == 235)
      #expect(luma(frame, x: 74, y: 84) == 16)
    }
  }

  @Test func takesChangedOptionsAsCommands() throws {
    let graph = try FilterGraph(overlay(x: 0, y: 0))
    _ = try graph.frame(for: inputs())
    for x in stride(from: 2, to: 60, by: 4) {
      #expect(try graph.update(to: overlay(x: x, y: 2 * x)))
      let moved = try graph.frame(for: inputs())
      let rebuilt = try FilterGraph(overlay(x: x, y: 2 * x)).frame(for: inputs())
      for plane in 0..<3 {
        moved.withPlane(plane) { moved, stride in
          rebuilt.withPlane(plane) { rebuilt, _ in
            let (width, height) = plane == 0 ? (320, 180) : (160, 90)
            let isEqual = (0..<height).allSatisfy { row in
              moved[row * stride..<row * stride + width].elementsEqual(rebuilt[row * stride..<row * stride + width])
            }
            #expect(isEqual, "plane \(plane) at \(x)")
          }
        }
      }
    }
  }

  @Test func refusesAnotherShape() throws {
    let graph = try FilterGraph(overlay(x: 0, y: 0))
    var other = overlay(x: 0, y: 0)
    other.filters.append(Filter("hflip", from: ["out"], to: ["flipped"]))
    other.output = "flipped"
    #expect(try graph.update(to: other) == false)
    var fixed = overlay(x: 4, y: 0)
    fixed.filters[0].options[2].value = "init"
    #expect(try graph.update(to: fixed) == false)
    #expect(graph.description == overlay(x: 0, y: 0))
  }

  @Test func needsNoEscaping() throws {
    let description = GraphDescription(
      inputs: [GraphInput(label: "in", size: size, pixelFormat: "yuv420p")],
      filters: [
        Filter(
          "drawtext", [.init("text", "a:b,c;[d]='e'\\%{n}"), .init("expansion", "none")], from: ["in"], to: ["out"])
      ],
      output: "out")
    let frame = try FilterGraph(description).frame(for: [.solid(.black, size: size, pixelFormat: "yuv420p")])
    #expect(frame.size == size)
  }

  @Test func namesWhatIsMissing() throws {
    var description = overlay(x: 0, y: 0)
    description.filters[0].name = "overlayer"
    #expect(FilterGraph.missingFilters(in: description) == ["overlayer"])
    #expect(FilterGraph.missingFilters(in: overlay(x: 0, y: 0)) == [])
    let filter = #expect(throws: LibAVError.self) { try FilterGraph(description) }
    #expect(filter?.text == "there is no filter called overlayer")
    description = overlay(x: 0, y: 0)
    description.filters[0].options[0].key = "ex"
    let option = #expect(throws: LibAVError.self) { try FilterGraph(description) }
    #expect(option?.call == "overlay ex=0")
    description = overlay(x: 0, y: 0)
    description.output = "nowhere"
    #expect(throws: LibAVError.self) { try FilterGraph(description) }
  }

  @Test func refusesFramesOfAnotherShape() throws {
    let graph = try FilterGraph(overlay(x: 0, y: 0))
    #expect(throws: LibAVError.self) { try graph.frame(for: inputs().reversed()) }
  }

  @Test func runsWithoutInputs() throws {
    let description = GraphDescription(
      inputs: [],
      filters: [
        Filter("color", [.init("color", "red"), .init("size", "320x180")], from: [], to: ["c"]),
        Filter("format", [.init("pix_fmts", "rgb24")], from: ["c"], to: ["out"]),
      ], output: "out")
    let graph = try FilterGraph(description)
    for _ in 0..<3 {
      let pixel = try graph.frame().withPlane(0) { bytes, _ in Array(bytes[0..<3]) }
      #expect(pixel[0] > 250 && pixel[1] < 5 && pixel[2] < 5)
    }
  }

  @Test func givesFlippedRowsInOrder() throws {
    let description = GraphDescription(
      inputs: overlay(x: 0, y: 0).inputs,
      filters: overlay(x: 0, y: 0).filters + [Filter("vflip", from: ["out"], to: ["flipped"])], output: "flipped")
    let frame = try FilterGraph(description).frame(for: inputs())
    #expect(luma(frame, x: 5, y: 5) == 16)
    #expect(luma(frame, x: 5, y: 175) == 235)
  }

  @Test func keepsColoursAsTold() throws {
    let graph = try FilterGraph(overlay(x: 0, y: 0))
    #expect(try graph.frame(for: inputs()).color.matrix == "bt709")
  }
}
