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
    shots.isEmpty ? nil : shots[max(shots.leadingCount { $0.frames.lowerBound <= frame } - 1, 0)]
  }

  /// How large a title's raster should be: pixels for each canvas pixel, enough for the largest that it gets, unless
  /// that were many times more than the target can show.
  package func rasterScale(ofTitle index: Int) -> Double {
    let title = composition.titles[index]
    let largest = title.scale.extremes.flatMap { [abs($0.x), abs($0.y)] }.max() ?? 1
    let fraction = Double(target.size.height) / Double(target.canvas.height)
    let visible = Double(target.size.width) * Double(target.size.height)
    let roomy = (4 * visible / title.likelyArea).squareRoot()
    // What is large even at its own size, such as long credits, keeps its sharpness.
    return min(max(largest * fraction, 1.0 / 64), max(roomy, fraction), 16)
  }
}

extension Title {
  /// About how many canvas pixels the text's box covers at scale 1, going by the number of its characters.
  fileprivate var likelyArea: Double {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let padding = 2 * (style.box?.padding ?? 0)
    let width = Double(lines.map(\.count).max() ?? 0) * 0.6 * style.size + padding
    return max(width * (Double(lines.count) * 1.2 * style.size + padding), 1)
  }
}
