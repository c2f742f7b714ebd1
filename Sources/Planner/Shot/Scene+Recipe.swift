import TimelineModel

extension Scene {
  /// What output frame `frame` is made of.
  func recipe(for frame: Int64, in shot: Shot, titles: [Int: TitleFacts]) -> FrameRecipe {
    let time = TimelineTime(composition.canvas.rate.seconds(ofFrame: frame))
    var composer = FrameComposer(target: target)
    let output = composer.compose(
      layers(of: shot, at: time), background: composition.canvas.background,
      effects: settings(of: composition.effects, at: time), titles: placed(titles, of: shot, at: time))
    return FrameRecipe(
      frame: frame, time: time, sources: composer.builder.sources, graph: composer.builder.finish(at: output))
  }

  /// Back to front.
  func layers(of shot: Shot, at time: TimelineTime) -> [PlacedLayer] {
    shot.layers.compactMap { place($0, at: time) }.reversed()
  }

  /// Back to front.
  func placed(_ titles: [Int: TitleFacts], of shot: Shot, at time: TimelineTime) -> [PlacedLayer] {
    shot.titles.compactMap { index in titles[index].flatMap { place(title: index, $0, at: time) } }.reversed()
  }
}
