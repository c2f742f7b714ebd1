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
}
