import TimelineModel

extension Scene {
  /// What output frame `frame` is made of.
  func recipe(for frame: Int64, in shot: Shot, titles: [Int: TitleFacts]) -> FrameRecipe {
    let time = TimelineTime(composition.canvas.rate.seconds(ofFrame: frame))
    let front = shot.titles.compactMap { index in
      titles[index].flatMap { place(title: index, $0, at: time) }
    }
    let back = shot.layers.compactMap { place($0, at: time) }
    var composer = FrameComposer(target: target)
    let output = composer.compose((front + back).reversed(), background: composition.canvas.background)
    return FrameRecipe(
      frame: frame, time: time, sources: composer.builder.sources, graph: composer.builder.finish(at: output))
  }
}
