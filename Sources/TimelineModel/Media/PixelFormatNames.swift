/// How many pixels share one pair of chroma samples, read off a pixel format's name.
package struct ChromaSubsampling: Hashable, Sendable {
  package var horizontal: Int
  package var vertical: Int

  package static let none = ChromaSubsampling(horizontal: 1, vertical: 1)

  package init(horizontal: Int, vertical: Int) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  package init(pixelFormat name: String) {
    let families: [(marks: [String], horizontal: Int, vertical: Int)] = [
      (["420", "nv12", "nv21", "p010", "p012", "p016"], 2, 2),
      (["422", "nv16", "nv20", "p210", "p216"], 2, 1),
      (["411"], 4, 1), (["410"], 4, 4), (["440"], 1, 2),
    ]
    let family = families.first { $0.marks.contains(where: name.contains) }
    self.init(horizontal: family?.horizontal ?? 1, vertical: family?.vertical ?? 1)
  }

  /// The family of subsampling that frames are composed in: of those that `overlay` knows, the next one that keeps more.
  package var family: String { vertical > 1 ? "420" : horizontal == 2 ? "422" : "444" }
}

/// What the name of a libav pixel format tells of it.
package enum PixelFormatName {
  package static func isRGB(_ name: String) -> Bool {
    ["rgb", "bgr", "gbr", "argb", "abgr", "0rgb", "0bgr", "x2rgb", "x2bgr", "pal8", "mono"].contains {
      name.hasPrefix($0)
    }
  }

  /// Whether the format has no chroma.
  package static func isGrey(_ name: String) -> Bool { ["gray", "ya8", "ya16", "mono"].contains { name.hasPrefix($0) } }

  /// YUV that is in full range by its name alone.
  package static func isFullRange(_ name: String) -> Bool { name.hasPrefix("yuvj") }

  /// The format with the same layout whose name does not tell the range: `yuv420p` for `yuvj420p`.
  package static func withoutRange(_ name: String) -> String { isFullRange(name) ? "yuv" + name.dropFirst(4) : name }

  /// More than eight bits a sample.
  package static func isDeep(_ name: String) -> Bool {
    ["p9", "p10", "p12", "p14", "p16", "p010", "p012", "p016", "p210", "p216", "48", "64", "gray1", "ya16", "f32"]
      .contains { name.contains($0) }
  }

  /// One that says how opaque each pixel is.
  package static func hasAlpha(_ name: String) -> Bool {
    isRGB(name)
      ? ["rgba", "bgra", "argb", "abgr", "gbrap"].contains { name.hasPrefix($0) } : hasAlphaBesideLuma(name)
  }

  /// The planar format like this one, which is no RGB, with a chroma sample for every pixel.
  package static func fullChroma(of name: String) -> String {
    "yuv\(hasAlphaBesideLuma(name) ? "a" : "")444p\(isDeep(name) ? "10le" : "")"
  }

  /// The format like this one, which is no RGB, with planes of red, green and blue.
  package static func planarRGB(of name: String) -> String {
    "gbr\(hasAlphaBesideLuma(name) ? "a" : "")p\(isDeep(name) ? "10le" : "")"
  }

  /// Of formats that are no RGB.
  private static func hasAlphaBesideLuma(_ name: String) -> Bool {
    ["yuva", "ya", "ayuv", "vuya"].contains { name.hasPrefix($0) }
  }
}
