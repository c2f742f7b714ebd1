import Media
import Planner
import TimelineModel

/// Draws each title once, when it is first seen.
final class TitleStore {
  private let plan: PicturePlan
  private let rasteriser = TextRasteriser()
  private var known: [Int: TitleFacts] = [:]
  private var rasters = LeastRecentlyUsed<Int, TextRaster>(capacity: 8)
  private var frames = LeastRecentlyUsed<Int, VideoFrame>(capacity: 8)

  init(plan: PicturePlan) { self.plan = plan }

  /// What is known of these titles, and of those seen before them.
  func facts(of titles: [Int]) throws(TextError) -> [Int: TitleFacts] {
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

  private func raster(of index: Int) throws(TextError) -> TextRaster {
    try rasters.value(for: index) { () throws(TextError) in
      let title = plan.composition.titles[index]
      return try rasteriser.raster(title.text, style: title.style, scale: plan.rasterScale(ofTitle: index))
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
