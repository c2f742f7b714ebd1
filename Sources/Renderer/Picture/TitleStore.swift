import Media
import Planner
import Store
import TimelineModel

/// Draws each title once, when it is first seen.
final class TitleStore {
  private let plan: PicturePlan
  private let rasteriser = TextRasteriser()
  private var known: [Int: TitleFacts] = [:]
  private var fingerprints: [Int: String] = [:]
  private var rasters = LeastRecentlyUsed<Int, TextRaster>(keepingAtLeast: 4)
  private var frames = LeastRecentlyUsed<Int, VideoFrame>()

  init(plan: PicturePlan) { self.plan = plan }

  /// What is known of these titles, and of those seen before them.
  func facts(of titles: [Int]) throws(TextError) -> [Int: TitleFacts] {
    rasters.makeRoom(for: titles.count)
    frames.makeRoom(for: titles.count)
    for index in titles where known[index] == nil {
      let raster = try raster(of: index)
      known[index] = TitleFacts(
        size: raster.size, scale: plan.rasterScale(ofTitle: index), boxSize: raster.boxSize, boxOffset: raster.boxOffset
      )
    }
    return known
  }

  /// The raster, with straight alpha.
  func frame(of index: Int) throws -> VideoFrame {
    try frames.value(for: index) {
      let raster = try raster(of: index)
      return try VideoFrame.rgba(straight(raster.rgba), size: raster.size)
    }
  }

  /// Of the raster's pixels, which are all that a title's text, font and style come to.
  func fingerprint(of index: Int) throws(TextError) -> String {
    if let fingerprint = fingerprints[index] { return fingerprint }
    let raster = try raster(of: index)
    let fingerprint = StoreKey("raster") { key in
      key.add("\(raster.size)")
      key.add(bytes: raster.rgba)
    }.description
    fingerprints[index] = fingerprint
    return fingerprint
  }

  private func raster(of index: Int) throws(TextError) -> TextRaster {
    try rasters.value(for: index) { () throws(TextError) in
      let title = plan.composition.titles[index]
      let raster = try rasteriser.raster(title.text, style: title.style, scale: plan.rasterScale(ofTitle: index))
      guard raster.missingGlyphs.isEmpty else {
        let names = raster.missingGlyphs.map { "“\($0)”" }.joined(separator: ", ")
        throw TextError("the font \(title.style.font) has no glyph for \(names)")
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
