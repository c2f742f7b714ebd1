import Media
import Store
import TimelineModel

/// Draws each text once, when it is first seen.
final class TextStore {
  private let rasteriser = TextRasteriser()
  private var facts = LeastRecentlyUsed<TextDrawing, TextFacts>(keepingAtLeast: 64)
  private var fingerprints = LeastRecentlyUsed<TextDrawing, String>(keepingAtLeast: 64)
  private var rasters = LeastRecentlyUsed<TextDrawing, TextRaster>(keepingAtLeast: 4)
  private var frames = LeastRecentlyUsed<TextDrawing, VideoFrame>()

  /// What is used together is kept together.
  func makeRoom(for count: Int) {
    rasters.makeRoom(for: count)
    frames.makeRoom(for: count)
  }

  func facts(of text: TextDrawing) throws(TextError) -> TextFacts {
    try facts.value(for: text) { () throws(TextError) in
      let raster = try raster(of: text)
      return TextFacts(size: raster.size, boxSize: raster.boxSize, boxOffset: raster.boxOffset)
    }
  }

  /// The raster, with straight alpha.
  func frame(of text: TextDrawing) throws -> VideoFrame {
    try frames.value(for: text) {
      let raster = try raster(of: text)
      return try VideoFrame.rgba(straight(raster.rgba), size: raster.size)
    }
  }

  /// Of the raster's pixels, which are all that a text, its font and its style come to.
  func fingerprint(of text: TextDrawing) throws(TextError) -> String {
    try fingerprints.value(for: text) { () throws(TextError) in
      let raster = try raster(of: text)
      return StoreKey("raster") { key in
        key.add("\(raster.size)")
        key.add(bytes: raster.rgba)
      }.description
    }
  }

  private func raster(of text: TextDrawing) throws(TextError) -> TextRaster {
    try rasters.value(for: text) { () throws(TextError) in
      let raster = try rasteriser.raster(text.string, style: text.style, scale: text.scale)
      guard raster.missingGlyphs.isEmpty else {
        let names = raster.missingGlyphs.map { "“\($0)”" }.joined(separator: ", ")
        throw TextError("the font \(text.style.font) has no glyph for \(names)")
      }
      return raster
    }
  }

  private func straight(_ premultiplied: [UInt8]) -> [UInt8] {
    var result = premultiplied
    for pixel in stride(from: 0, to: result.count, by: 4) where result[pixel + 3] != 0 && result[pixel + 3] != 255 {
      let alpha = Int(result[pixel + 3])
      for channel in pixel..<pixel + 3 {
        result[channel] = UInt8(min(255, (Int(result[channel]) * 255 + alpha / 2) / alpha))
      }
    }
    return result
  }
}
