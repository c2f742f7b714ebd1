import TimelineModel

extension PicturePlan {
  /// What output frame `frame` is made of. `titles` tells of the rasters of the titles that its shot shows.
  package func recipe(for frame: Int64, in shot: Shot, titles: [Int: TitleFacts] = [:]) -> FrameRecipe {
    scene.recipe(for: frame, in: shot, titles: titles)
  }

  /// The same, finding the shot.
  package func recipe(for frame: Int64, titles: [Int: TitleFacts] = [:]) -> FrameRecipe {
    let shot = shot(at: frame) ?? Shot(frames: frame..<frame + 1, layers: [], titles: [])
    return recipe(for: frame, in: shot, titles: titles)
  }
}
