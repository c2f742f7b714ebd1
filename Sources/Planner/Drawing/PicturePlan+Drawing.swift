import TimelineModel

extension PicturePlan {
  /// What kernels make output frame `frame` of; nil where only a graph can draw it. `titles` tells of the rasters of
  /// the titles that its shot shows.
  package func drawing(for frame: Int64, in shot: Shot, titles: [Int: TitleFacts] = [:]) -> DrawingRecipe? {
    let time = TimelineTime(rate.seconds(ofFrame: frame))
    // Kernels know layers, not what is done to all of them at once.
    guard composition.effects.isEmpty else { return nil }
    var composer = DrawingComposer(target: target)
    let layers = scene.layers(of: shot, at: time) + scene.placed(titles, of: shot, at: time)
    return composer.compose(layers, background: composition.canvas.background).map {
      DrawingRecipe(frame: frame, time: time, sources: composer.sources, drawing: $0)
    }
  }
}
