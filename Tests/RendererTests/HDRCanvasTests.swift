import Foundation
import Media
import Planner
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Canvases of PQ and HLG, against the definitions of their light.
@Suite struct HDRCanvasTests {
  private static let ordinary = HighDynamicRangeTests.Source(testDescription: "BT.709", facts: .bt709)

  @Test(arguments: [ColorMeaning.pq, .hlg], HighDynamicRangeTests.sources + [ordinary])
  func holdsEverySource(_ canvas: ColorMeaning, _ source: HighDynamicRangeTests.Source) throws {
    let studio = try Studio()
    for (number, color) in HighDynamicRangeTests.colors.enumerated() {
      let name = "\(number).mkv"
      try HighDynamicRangeTests().write(color, source, to: studio.folder.path(name))
      studio.add(name)
      let wanted =
        source.facts.transfer == canvas.facts.transfer
        ? Self.numbers(of: SIMD3(Double(color.red), Double(color.green), Double(color.blue)) / 255)
        : Self.numbers(of: Self.light(of: color, source.facts), on: canvas)
      for placement in [Placement(), Placement(rotation: Curve(10)), Placement(scale: Curve(Point(x: 0.7, y: 0.7)))] {
        let composition = Self.composition([movie(name, 0.s, seconds(1, 5), placement: placement)], on: canvas)
        for usesKernels in [true, false] {
          let seen = Planes(try studio.renderer(composition, usesKernels: usesKernels).frame(0)).color(atX: 160, y: 90)
          #expect(near(seen, wanted, within: 4), "\(color): \(seen), not \(wanted)")
        }
      }
    }
  }

  /// White is as bright as on an ordinary display: 203 cd/m².
  @Test(arguments: [ColorMeaning.pq, .hlg]) func colorsAndDrawingsKeepTheirLight(_ canvas: ColorMeaning) throws {
    let studio = try Studio()
    let color = Color(red: 210, green: 120, blue: 40)
    let wanted = Self.numbers(of: Self.light(of: color, .bt709), on: canvas)
    let black = Self.numbers(of: .zero)
    try studio.addPNG("a.png", .solid(color, size: PixelSize(width: 80, height: 80), pixelFormat: "rgba"))
    let half = Color(red: color.red, green: color.green, blue: color.blue, alpha: 128)
    try studio.addPNG("b.png", .solid(half, size: PixelSize(width: 80, height: 80), pixelFormat: "rgba"))
    func segment(_ content: VideoSegment.Content) -> VideoSegment {
      VideoSegment(content: content, range: range(0.s, seconds(1, 5)))
    }
    func middle(_ composition: Composition) throws -> [Int] {
      Planes(try studio.renderer(composition).frame(0)).color(atX: 160, y: 90)
    }
    let box = TitleShape(
      figure: .rectangle(radius: 0), size: Curve(RelativePoint(Point(x: 100, y: 100))), color: Curve(color))
    let titled = Self.composition(
      [gap(0.s, seconds(1, 5))], on: canvas,
      titles: [
        Title(
          range: range(0.s, seconds(1, 5)),
          layer: TitleLayer(content: .shape(box), position: Curve(RelativePoint(Point(x: 160, y: 90)))))
      ])
    #expect(near(try middle(Self.composition([segment(.color(color))], on: canvas)), wanted, within: 2))
    #expect(
      near(try middle(Self.composition([segment(.still(MediaReference("a.png")))], on: canvas)), wanted, within: 2))
    #expect(near(try middle(titled), wanted, within: 2))
    let veil = zip(wanted, black).map { ($0 * 128 + $1 * 127 + 127) / 255 }
    #expect(near(try middle(Self.composition([segment(.still(MediaReference("b.png")))], on: canvas)), veil, within: 2))
    let white = Self.composition([segment(.color(.white))], on: canvas)
    #expect(near(try middle(white), canvas == .pq ? [573, 512, 512] : [721, 512, 512], within: 2))
  }

  /// To the nearest number of ten bits, as the same colour in a picture is.
  @Test(arguments: [ColorMeaning.pq, .hlg]) func flatColorsAreExact(_ canvas: ColorMeaning) throws {
    let studio = try Studio()
    for level in [255, 224, 192, 189, 128, 0] as [UInt8] {
      let color = Color(red: level, green: level, blue: level)
      let segment = VideoSegment(content: .color(color), range: range(0.s, seconds(1, 5)))
      let seen = Planes(try studio.renderer(Self.composition([segment], on: canvas)).frame(0)).color(atX: 160, y: 90)
      let wanted = Self.numbers(of: Self.light(of: color, .bt709), on: canvas)
      #expect(zip(seen, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(level): \(seen), wanted \(wanted)")
    }
  }

  @Test func dissolvesWithTenBits() throws {
    let studio = try Studio()
    let (dark, light) = (Color(red: 20, green: 20, blue: 20), Color(red: 240, green: 240, blue: 240))
    let main = VideoSegment(content: .color(dark), range: range(0.s, 4.s))
    let other = VideoSegment(content: .color(light), range: range(0.s, 4.s))
    var composition = Self.composition([main], on: .pq)
    composition.videoTracks.append(VideoTrack(id: "other", segments: [other]))
    let amount = Curve(0.0, pieces: [CurvePiece(range(0.s, 4.s), from: 0, to: 1)])
    composition.instructions[0].layers = [
      Layer(content: .mix(Layer(content: .track("main")), Layer(content: .track("other")), amount: amount))
    ]
    let lumas = try (Int64(0)..<100).map {
      Planes(try studio.renderer(composition).frame($0)).color(atX: 160, y: 90)[0]
    }
    let ends = [dark, light].map { Self.numbers(of: Self.light(of: $0, .bt709), on: .pq)[0] }
    for (index, luma) in lumas.enumerated() {
      let wanted = Double(ends[0]) + Double(ends[1] - ends[0]) * Double(index) / 100
      #expect(abs(Double(luma) - wanted) <= 2)
    }
  }

  @Test(arguments: [(ColorMeaning.pq, "smpte2084"), (.hlg, "arib-std-b67")])
  func aMovieSaysWhatItIsAndUntouchedPartsAreCopied(_ canvas: ColorMeaning, _ transfer: String) throws {
    let studio = try Studio()
    let video = VideoSettings(
      encoder: "libx265", pixelFormat: "yuv420p10le", options: ["preset": "ultrafast", "crf": "20"])
    var composition = Self.composition([VideoSegment(content: .color(.white), range: range(0.s, 2.s))], on: canvas)
    composition.output.video = video
    studio.addEncoder("libx265")
    _ = try studio.session(composition, "first.mp4").run()
    studio.add("first.mp4")
    let made = try #require(studio.catalog.facts(for: MediaReference("first.mp4"))?.video)
    #expect(made.color == canvas.facts && made.pixelFormat == "yuv420p10le")
    #expect(made.color.transfer == transfer)

    composition.videoTracks[0].segments = [movie("first.mp4", 0.s, 2.s)]
    #expect(try PlanMaker(composition, folder: studio.media).report().copiedFrames == 50)
    _ = try studio.session(composition, "second.mp4").run()
    studio.add("second.mp4")
    let facts = try #require(studio.catalog.facts(for: MediaReference("second.mp4"))?.video)
    let reader = try FrameReader(path: studio.folder.path("second.mp4"), facts: facts)
    let white = Planes(try reader.frame(49)).color(atX: 160, y: 90)
    #expect(near(white, canvas == .pq ? [573, 512, 512] : [721, 512, 512], within: 3))
  }

  /// A picture for a screen shows HDR as an ordinary canvas would.
  @Test func aStillIsToneMapped() throws {
    let studio = try Studio()
    let color = Color(red: 100, green: 90, blue: 70)
    let composition = Self.composition(
      [VideoSegment(content: .color(color), range: range(0.s, seconds(1, 5)))], on: .pq)
    let png = try PictureWriter.png(try studio.renderer(composition).frame(0))
    try Data(png).write(to: URL(filePath: studio.folder.path("still.png")))
    studio.add("still.png")
    let facts = try #require(studio.catalog.facts(for: MediaReference("still.png"))?.video)
    let read = try FrameReader(path: studio.folder.path("still.png"), facts: facts).frame(0)
    let still = try FrameConverter.convert(read, to: "rgba", color: ColorFacts(matrix: "gbr", isFullRange: true))
    let pixel: [Int] = still.withPlane(0) { bytes, stride in
      let place = 90 * stride + 4 * 160
      return (0..<3).map { Int(bytes[place + $0]) }
    }
    #expect(near(pixel, [Int(color.red), Int(color.green), Int(color.blue)], within: 3))
  }

  private static func composition(
    _ segments: [VideoSegment], on canvas: ColorMeaning, titles: [Title] = []
  ) -> Composition {
    var result = TestSupport.composition(segments, titles: titles)
    result.canvas.color = canvas
    result.output.video?.pixelFormat = "yuv420p10le"
    return result
  }

  // MARK: The definitions

  /// Linear light in cd/m² with the primaries of BT.2020.
  private static func light(of color: Color, _ facts: ColorFacts) -> SIMD3<Double> {
    let light = HighDynamicRangeTests.light(of: color, facts.transfer!)
    guard facts.primaries == "bt709" else { return light }
    // BT.2087.
    return SIMD3(
      0.6274 * light.x + 0.3293 * light.y + 0.0433 * light.z, 0.0691 * light.x + 0.9195 * light.y + 0.0114 * light.z,
      0.0164 * light.x + 0.0880 * light.y + 0.8956 * light.z)
  }

  /// What a canvas writes for such light, with ten bits.
  private static func numbers(of light: SIMD3<Double>, on canvas: ColorMeaning) -> [Int] {
    if canvas == .pq {
      return numbers(
        of: HighDynamicRangeTests.each(light) { light in
          let p = pow(light / 10_000, 0.1593017578125)
          return pow((0.8359375 + 18.8515625 * p) / (1 + 18.6875 * p), 78.84375)
        })
    }
    let luminance = (0.2627 * light.x + 0.6780 * light.y + 0.0593 * light.z) / 1000
    let scene = luminance > 0 ? light / 1000 * pow(luminance, 1 / 1.2 - 1) : .zero
    return numbers(
      of: HighDynamicRangeTests.each(scene) { light in
        let light = min(light, 1)
        return light <= 1.0 / 12 ? (3 * light).squareRoot() : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
      })
  }

  private static func numbers(of code: SIMD3<Double>) -> [Int] {
    let luma = 0.2627 * code.x + 0.6780 * code.y + 0.0593 * code.z
    return [64 + 876 * luma, 512 + 896 * (code.z - luma) / 1.8814, 512 + 896 * (code.x - luma) / 1.4746]
      .map { Int($0.rounded()) }
  }
}
