import TimelineModel

extension Scene {
  /// What output frame `frame` is made of.
  func recipe(for frame: Int64, in shot: Shot, titles: [Int: TitleFacts]) -> FrameRecipe {
    let time = TimelineTime(composition.canvas.rate.seconds(ofFrame: frame))
    var composer = FrameComposer(target: target)
    let layers = layers(of: shot, at: time, titles: titles)
    let output = composer.compose(layers, background: composition.canvas.background)
    return FrameRecipe(
      frame: frame, time: time, sources: composer.builder.sources, graph: composer.builder.finish(at: output))
  }

  /// Back to front.
  func layers(of shot: Shot, at time: TimelineTime, titles: [Int: TitleFacts]) -> [PlacedLayer] {
    let front = shot.titles.compactMap { index in
      titles[index].flatMap { place(title: index, $0, at: time) }
    }
    return (front + shot.layers.compactMap { place($0, at: time) }).reversed()
  }
}
