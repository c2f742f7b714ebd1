import Media
import Renderer
import Store
import TestSupport
import Testing
import TimelineModel

/// A transparent background stays transparent in formats that can say so.
@Suite struct WrittenAlphaTests {
  /// VP9's alpha is a packet beside the packet, which the store keeps as well.
  @Test(arguments: ["libvpx-vp9", "ffv1"]) func alphaReachesTheFileAndTheStore(encoder: String) throws {
    let studio = try Studio()
    let size = PixelSize(width: 64, height: 64)
    let half = Color(red: 210, green: 90, blue: 40, alpha: 128)
    var cut = composition([VideoSegment(content: .color(half), range: range(0.s, 1.s))], size: size)
    cut.canvas.background = Color(red: 0, green: 0, blue: 0, alpha: 0)
    cut.output.container = .mkv
    cut.output.video = VideoSettings(encoder: encoder, pixelFormat: "yuva420p")
    let store = ArtifactStore(folder: studio.folder.path("store"))
    for name in ["new.mkv", "kept.mkv"] {
      var session = studio.session(cut, name)
      session.store = store
      let report = try session.run()
      #expect(report.storedFrames == (name == "kept.mkv" ? 25 : 0))
      studio.add(name)
      let facts = try #require(studio.catalog.facts(for: MediaReference(name))?.video)
      #expect(facts.hasAlpha)
      let frame = try FrameReader(path: studio.folder.path(name), facts: facts).frame(12)
      let alpha = frame.withPlane(3) { bytes, stride in Int(bytes[32 * stride + 32]) }
      #expect(abs(alpha - 128) <= 2, "\(alpha)")
    }
  }

  struct Format: CustomTestStringConvertible, Sendable {
    var encoder: String
    var pixelFormat: String
    var container = OutputSettings.Container.mkv
    var testDescription: String { "\(encoder) in \(pixelFormat)" }
  }

  /// What is opaque is so to the last bit.
  @Test(arguments: [
    Format(encoder: "qtrle", pixelFormat: "argb", container: .mov),
    Format(encoder: "png", pixelFormat: "rgba"), Format(encoder: "png", pixelFormat: "rgba64be", container: .mov),
    Format(encoder: "png", pixelFormat: "ya8"), Format(encoder: "png", pixelFormat: "ya16be"),
    Format(encoder: "ffv1", pixelFormat: "bgra"), Format(encoder: "ffv1", pixelFormat: "rgba64le"),
    Format(encoder: "ffv1", pixelFormat: "gbrap10le"), Format(encoder: "ffv1", pixelFormat: "gbrap12le"),
    Format(encoder: "ffv1", pixelFormat: "yuva444p16le"), Format(encoder: "utvideo", pixelFormat: "gbrap"),
  ])
  func everyFormatWithAlphaKeepsIt(_ format: Format) throws {
    let studio = try Studio()
    let size = PixelSize(width: 64, height: 64)
    let colors = ([0, 128, 255] as [UInt8]).map { Color(red: 210, green: 90, blue: 40, alpha: $0) }
    var cut = composition(
      colors.enumerated().map { second, color in
        VideoSegment(content: .color(color), range: range(second.s, (second + 1).s))
      }, size: size)
    cut.canvas.background = Color(red: 0, green: 0, blue: 0, alpha: 0)
    cut.output.container = format.container
    cut.output.video = VideoSettings(encoder: format.encoder, pixelFormat: format.pixelFormat)
    let name = "out.\(format.container.rawValue)"
    _ = try studio.session(cut, name).run()
    studio.add(name)
    let facts = try #require(studio.catalog.facts(for: MediaReference(name))?.video)
    let reader = try FrameReader(path: studio.folder.path(name), facts: facts)
    for (second, color) in colors.enumerated() {
      let frame = try FrameConverter.convert(reader.frame(Int64(second) * 25 + 12), to: "rgba64le")
      let pixel = frame.withPlane(0) { bytes, stride in
        (bytes.baseAddress! + 32 * stride + 32 * 8).withMemoryRebound(to: UInt16.self, capacity: 4) { pixel in
          (0..<4).map { Int(pixel[$0]) }
        }
      }
      #expect(abs(pixel[3] - Int(color.alpha) * 257) <= (color.alpha == 128 ? 2 * 257 : 0), "\(pixel)")
      guard color.alpha > 0, !format.pixelFormat.hasPrefix("ya") else { continue }
      for (found, wanted) in zip(pixel, [210, 90, 40]) { #expect(abs(found - wanted * 257) <= 4 * 257, "\(pixel)") }
    }
  }
}
