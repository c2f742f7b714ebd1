package import TimelineModel

extension PicturePlan {
  /// What kernels make output frame `frame` of; nil where only a graph can draw it. `texts` measures the texts of
  /// titles.
  package func drawing(for frame: Int64, in shot: Shot, texts: (TextDrawing) -> TextFacts? = { _ in nil })
    -> DrawingRecipe?
  {
    guard !target.keepsAlpha(of: composition.canvas.background) else { return nil }
    let time = TimelineTime(rate.seconds(ofFrame: frame))
    var composer = DrawingComposer(target: target)
    let layers = scene.layers(of: shot, at: time, texts: texts)
    return composer.compose(layers, background: scene.background).map {
      DrawingRecipe(frame: frame, time: time, sources: composer.sources, drawing: $0)
    }
  }
}
