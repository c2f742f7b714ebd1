extension PicturePlan {
  /// How output frame `frame` is made, with kernels where they can and the level has them. `titles` tells of the rasters
  /// of the titles that its shot shows.
  package func making(of frame: Int64, in shot: Shot, titles: [Int: TitleFacts] = [:]) -> FrameMaking {
    if level == .full, let drawing = drawing(for: frame, in: shot, titles: titles) { return .drawing(drawing) }
    return .graph(recipe(for: frame, in: shot, titles: titles))
  }

  /// What output frame `frame` is made of where a graph draws it.
  package func recipe(for frame: Int64, in shot: Shot, titles: [Int: TitleFacts] = [:]) -> FrameRecipe {
    scene.recipe(for: frame, in: shot, titles: titles)
  }

  /// The same, finding the shot.
  package func recipe(for frame: Int64, titles: [Int: TitleFacts] = [:]) -> FrameRecipe {
    let shot = shot(at: frame) ?? Shot(frames: frame..<frame + 1, layers: [], titles: [])
    return recipe(for: frame, in: shot, titles: titles)
  }
}
