import Foundation
import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Pictures of other primaries and other light than the canvas's, against their definitions.
@Suite struct HighDynamicRangeTests {
  static let colors = [
    Color(red: 128, green: 128, blue: 128), Color(red: 60, green: 60, blue: 60), Color(red: 180, green: 180, blue: 180),
    Color(red: 150, green: 110, blue: 90), Color(red: 90, green: 140, blue: 110),
    Color(red: 255, green: 255, blue: 255),
    Color(red: 0, green: 0, blue: 0), Color(red: 190, green: 60, blue: 60), Color(red: 30, green: 22, blue: 40),
  ]

  struct Source: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var facts: ColorFacts
    var pixelFormat = "yuv420p10le"
  }

  static let sources = [
    Source(testDescription: "BT.2020", facts: ColorMeaning.bt2020.facts),
    Source(
      testDescription: "BT.2020 in full range",
      facts: ColorFacts(matrix: "bt2020nc", isFullRange: true, primaries: "bt2020", transfer: "bt2020-10")),
    Source(testDescription: "PQ", facts: ColorMeaning.pq.facts),
    Source(
      testDescription: "PQ with a chroma sample for each pixel", facts: ColorMeaning.pq.facts,
      pixelFormat: "yuv444p12le"),
    Source(testDescription: "HLG", facts: ColorMeaning.hlg.facts),
    Source(
      testDescription: "HLG in full range",
      facts: ColorFacts(matrix: "bt2020nc", isFullRange: true, primaries: "bt2020", transfer: "arib-std-b67")),
  ]

  @Test(arguments: sources) func onAnOrdinaryCanvas(_ source: Source) throws {
    let studio = try Studio()
    for (number, color) in Self.colors.enumerated() {
      let name = "\(number).mkv"
      try write(color, source, to: studio.folder.path(name))
      studio.add(name)
      let facts = try #require(studio.catalog.facts(for: MediaReference(name))?.video)
      #expect(facts.color.transfer == source.facts.transfer && facts.color.primaries == "bt2020")
      let light = Self.light(of: color, source.facts.transfer!)
      let wanted = Self.onCanvas(light, peak: source.facts.transfer == "bt2020-10" ? 203 : 1000)
      for (placement, usesKernels) in [
        (Placement(), true), (Placement(), false), (Placement(rotation: Curve(10)), true),
      ] {
        let composition = composition([movie(name, 0.s, seconds(1, 5), placement: placement)])
        let seen = Planes(try studio.renderer(composition, usesKernels: usesKernels).frame(0)).color(atX: 160, y: 90)
        #expect(near(seen, yuv(wanted.x, wanted.y, wanted.z), within: 2), "\(color): \(seen), not \(wanted)")
      }
    }
  }

  func write(_ color: Color, _ source: Source, to path: String) throws {
    let rgba = try VideoFrame.solid(color, size: canvasSize, pixelFormat: "rgba")
    let settings = VideoSettings(encoder: "ffv1", pixelFormat: source.pixelFormat)
    let encoder = try VideoEncoder(settings, size: canvasSize, rate: FrameRate(25), color: source.facts)
    let muxer = try Muxer(path: path, container: .mkv, streams: [encoder.parameters])
    let frame = try FrameConverter.convert(rgba, to: source.pixelFormat, color: source.facts)
    for index in 0..<Int64(5) {
      for packet in try encoder.encode(frame, index: index) { try muxer.write(packet, stream: 0) }
    }
    for packet in try encoder.finish() { try muxer.write(packet, stream: 0) }
    try muxer.finish()
  }

  // MARK: The definitions

  /// Linear light in cd/m² with the primaries of BT.2020: white of an SDR display has 203, and HLG's display 1000.
  static func light(of color: Color, _ transfer: String) -> SIMD3<Double> {
    let code = SIMD3(Double(color.red), Double(color.green), Double(color.blue)) / 255
    switch transfer {
    case "smpte2084":
      return each(code) { e in
        let p = pow(e, 1 / 78.84375)
        return min(1000, 10_000 * pow(max(p - 0.8359375, 0) / (18.8515625 - 18.6875 * p), 1 / 0.1593017578125))
      }
    case "arib-std-b67":
      let scene = each(code) { e in
        e <= 0.5 ? e * e / 3 : (exp((e - 0.55991073) / 0.17883277) + 0.28466892) / 12
      }
      let luminance = 0.2627 * scene.x + 0.6780 * scene.y + 0.0593 * scene.z
      return scene * (1000 * pow(luminance, 0.2))
    default:
      return each(code) { 203 * pow($0, 2.4) }
    }
  }

  /// The canvas's red, green and blue, from 0 to 1.
  private static func onCanvas(_ light: SIMD3<Double>, peak: Double) -> SIMD3<Double> {
    let brightest = light.max()
    var light = light
    if peak > 203, brightest > 0 { light *= heldBack(brightest, peak) / brightest }
    // BT.2087.
    let linear = SIMD3(
      1.6605 * light.x - 0.5876 * light.y - 0.0728 * light.z, -0.1246 * light.x + 1.1329 * light.y - 0.0083 * light.z,
      -0.0182 * light.x - 0.1006 * light.y + 1.1187 * light.z)
    return each(linear) { pow(min(max($0 / 203, 0), 1), 1 / 2.4) }
  }

  /// BT.2390's curve, by its annex.
  private static func heldBack(_ light: Double, _ peak: Double) -> Double {
    func pq(_ light: Double) -> Double {
      let p = pow(light / 10_000, 0.1593017578125)
      return pow((0.8359375 + 18.8515625 * p) / (1 + 18.6875 * p), 78.84375)
    }
    let (e1, maximum) = (pq(light) / pq(peak), pq(203) / pq(peak))
    let knee = 1.5 * maximum - 0.5
    guard e1 >= knee else { return light }
    let t = (e1 - knee) / (1 - knee)
    let e2 =
      (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
      + (3 * t * t - 2 * t * t * t) * maximum
    let p = pow(e2 * pq(peak), 1 / 78.84375)
    return 10_000 * pow(max(p - 0.8359375, 0) / (18.8515625 - 18.6875 * p), 1 / 0.1593017578125)
  }

  static func each(_ value: SIMD3<Double>, _ body: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(body(value.x), body(value.y), body(value.z))
  }
}
