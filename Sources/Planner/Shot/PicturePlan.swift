package import TimelineModel

/// The whole picture as shots, and for each frame the recipe that makes it.
package struct PicturePlan: Sendable {
  package let composition: Composition
  package let target: RenderTarget
  /// They tile the programme's frames.
  package let shots: [Shot]
  let catalog: MediaCatalog

  package init(_ composition: Composition, catalog: MediaCatalog, target: RenderTarget) {
    self.composition = composition
    self.catalog = catalog
    self.target = target
    shots = ShotFinder(composition: composition, catalog: catalog, target: target).shots()
  }

  package var rate: FrameRate { composition.canvas.rate }

  /// The shot that holds an output frame; the last one beyond the end.
  package func shot(at frame: Int64) -> Shot? {
    var (low, high) = (0, shots.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if shots[middle].frames.lowerBound <= frame { low = middle } else { high = middle }
    }
    return shots.isEmpty ? nil : shots[low]
  }

  /// How large a title's raster should be: pixels for each canvas pixel, enough for the largest that it gets.
  package func rasterScale(ofTitle index: Int) -> Double {
    let largest = composition.titles[index].scale.extremes.flatMap { [abs($0.x), abs($0.y)] }.max() ?? 1
    let fraction = Double(target.size.height) / Double(target.canvas.height)
    return min(max(largest * fraction, 1.0 / 64), 16)
  }
}
