extension PicturePlan {
  /// How output frame `frame` is made, with kernels where they can and the level has them. `texts` measures the texts
  /// of titles.
  package func making(of frame: Int64, in shot: Shot, texts: TextMeasure = { _ in nil }) -> FrameMaking {
    if usesKernels, let drawing = drawing(for: frame, in: shot, texts: texts) { return .drawing(drawing) }
    return .graph(recipe(for: frame, in: shot, texts: texts))
  }

  /// Graphs compose eight bits, in which HDR would show steps, so that kernels draw it at every level.
  private var usesKernels: Bool { level == .full || target.isHDR }

  /// What output frame `frame` is made of where a graph draws it.
  package func recipe(for frame: Int64, in shot: Shot, texts: TextMeasure = { _ in nil }) -> FrameRecipe {
    scene.recipe(for: frame, in: shot, texts: texts)
  }

  /// The same, finding the shot.
  package func recipe(for frame: Int64, texts: TextMeasure = { _ in nil }) -> FrameRecipe {
    let shot = shot(at: frame) ?? Shot(frames: frame..<frame + 1, layers: [])
    return recipe(for: frame, in: shot, texts: texts)
  }
}
