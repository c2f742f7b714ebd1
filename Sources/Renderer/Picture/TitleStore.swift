import Media
import Planner
import TimelineModel

/// Draws each title once, when it is first seen.
final class TitleStore {
  private let plan: PicturePlan
  private let rasteriser = TextRasteriser()
  private var facts: [Int: TitleFacts] = [:]
  private var frames = LeastRecentlyUsed<Int, VideoFrame>(capacity: 8)

  init(plan: PicturePlan) { self.plan = plan }

  func facts(of titles: [Int]) throws -> [Int: TitleFacts] {
    for index in titles where facts[index] == nil { _ = try frame(of: index) }
    return facts
  }

  /// The raster, with straight alpha.
  func frame(of index: Int) throws -> VideoFrame {
    try frames.value(for: index) { () throws(any Error) in
      let title = plan.composition.titles[index]
      let scale = plan.rasterScale(ofTitle: index)
      let raster = try rasteriser.raster(title.text, style: title.style, scale: scale)
      facts[index] = TitleFacts(
        size: raster.size, scale: scale, boxSize: raster.boxSize, boxOffset: raster.boxOffset)
      return try VideoFrame.rgba(straight(raster.rgba), size: raster.size)
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
