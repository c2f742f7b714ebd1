import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Pictures with alpha lie on what is behind them as their files mean it.
@Suite struct AlphaTests {
  private static let color = Color(red: 210, green: 90, blue: 40)
  private static let backdrop = Color(red: 20, green: 40, blue: 180)
  private static let size = PixelSize(width: 64, height: 48)
  /// Of four columns, from left to right.
  private static let alphas = [255, 128, 64, 0]

  enum Kind: String, CaseIterable, Sendable {
    case png, webp, gif, vp8, vp9, prores, ffv1, qtrle

    var file: String {
      switch self {
      case .png, .webp, .gif: "a.\(rawValue)"
      case .vp8, .vp9: "a.webm"
      case .prores, .qtrle: "a.mov"
      case .ffv1: "a.mkv"
      }
    }

    var arguments: [String] {
      let toBT709 = "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format="
      let tags = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
      return switch self {
      case .png: ["-pix_fmt", "rgba"]
      case .webp: ["-c:v", "libwebp", "-lossless", "1", "-pix_fmt", "bgra"]
      case .gif: ["-vf", "split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse=dither=none"]
      case .vp8:
        ["-vf", toBT709 + "yuva420p", "-c:v", "libvpx", "-auto-alt-ref", "0", "-crf", "4", "-b:v", "8M"] + tags
      case .vp9: ["-vf", toBT709 + "yuva420p", "-c:v", "libvpx-vp9", "-lossless", "1"] + tags
      case .prores:
        [
          "-vf", toBT709 + "yuva444p10le,setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709", "-c:v",
          "prores_ks", "-profile:v", "4444", "-alpha_bits", "16",
        ] + tags
      case .ffv1: ["-vf", toBT709 + "yuva420p10le", "-c:v", "ffv1"] + tags
      case .qtrle: ["-c:v", "qtrle", "-pix_fmt", "argb"]
      }
    }

    var tolerance: Int { self == .vp8 || self == .prores ? 3 : 2 }
    var isStill: Bool { self == .png || self == .webp || self == .gif }
  }

  @Test(arguments: Kind.allCases, [AlphaForm.straight, .premultiplied])
  func overAColor(kind: Kind, form: AlphaForm) throws {
    let studio = try Studio()
    // GIF knows no alpha between all and nothing.
    let alphas = kind == .gif ? [255, 255, 0, 0] : Self.alphas
    try TestPicture.writePNG(Self.columns(alphas, form), to: studio.folder.path("columns.png"))
    try CommandLineTool.run(
      "ffmpeg",
      ["-v", "error", "-y"] + (kind.isStill ? [] : ["-loop", "1", "-r", "25", "-t", "0.2"])
        + ["-i", studio.folder.path("columns.png")] + kind.arguments + [studio.folder.path(kind.file)])
    studio.add(kind.file)
    let facts = try #require(studio.catalog.facts(for: MediaReference(kind.file)))
    #expect(facts.video?.hasAlpha == true)
    let media = MediaReference(kind.file).read(as: MediaReading(alpha: form == .straight ? nil : form))
    for (placement, usesKernels) in [
      (Placement(fit: .none), true), (Placement(fit: .none), false), (Placement(fit: .stretch), true),
      (Placement(fit: .none, scale: Curve(Point(x: 1.5, y: 1.5)), rotation: Curve(180)), true),
    ] {
      let second = range(0.s, 1.s)
      let mapping = TimeMapping(source: SourceRange(start: .zero, duration: seconds(1, 5)), target: second)
      let segment = VideoSegment(
        content: facts.isStill ? .still(media) : .movie(media, mapping), range: second, placement: placement)
      let sky = VideoTrack(id: "sky", segments: [VideoSegment(content: .color(Self.backdrop), range: second)])
      let layers = [Layer(content: .track("main")), Layer(content: .track("sky"))]
      let frame = try studio.renderer(composition([segment], layers: layers, more: [sky]), usesKernels: usesKernels)
        .frame(0)
      for (column, alpha) in alphas.enumerated() {
        let x = Double(column * 16 + 8)
        let place =
          switch (placement.fit, placement.rotation.base) {
          case (.stretch, _): Int(x * 5)
          case (_, 180): Int(160 + (32 - x) * 1.5)
          default: Int(128 + x)
          }
        let (front, back, share) = (yuv(Self.color), yuv(Self.backdrop), Double(alpha) / 255)
        let wanted = zip(back, front).map { Int((Double($0) * (1 - share) + Double($1) * share).rounded()) }
        let seen = Planes(frame).color(atX: place, y: 90)
        #expect(near(seen, wanted, within: kind.tolerance), "column \(column): \(seen), not \(wanted)")
      }
    }
  }

  private static func columns(_ alphas: [Int], _ form: AlphaForm) throws -> VideoFrame {
    let bytes = (0..<size.height).flatMap { _ in
      (0..<size.width).flatMap { x -> [UInt8] in
        let alpha = alphas[x / 16]
        let factor = form == .premultiplied ? alpha : 255
        let channels = [color.red, color.green, color.blue].map { UInt8((Int($0) * factor + 127) / 255) }
        return channels + [UInt8(alpha)]
      }
    }
    return try VideoFrame.rgba(bytes, size: size)
  }
}
