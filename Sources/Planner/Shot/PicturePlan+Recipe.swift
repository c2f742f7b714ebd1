import TimelineModel

extension PicturePlan {
  /// What output frame `frame` is made of. `titles` tells of the rasters of the titles that its shot shows.
  package func recipe(for frame: Int64, in shot: Shot, titles: [Int: TitleFacts] = [:]) -> FrameRecipe {
    let time = TimelineTime(rate.seconds(ofFrame: frame))
    var composer = FrameComposer(target: target)
    let layers = placedLayers(of: shot, at: time, titles: titles)
    let output = composer.compose(layers, background: composition.canvas.background)
    return FrameRecipe(
      frame: frame, time: time, sources: composer.builder.sources, graph: composer.builder.finish(at: output))
  }

  /// Back to front.
  func placedLayers(of shot: Shot, at time: TimelineTime, titles: [Int: TitleFacts]) -> [PlacedLayer] {
    let scene = Scene(composition: composition, catalog: catalog, target: target)
    let front = shot.titles.compactMap { index in
      titles[index].flatMap { scene.place(title: index, $0, at: time) }
    }
    return (front + shot.layers.compactMap { scene.place($0, at: time) }).reversed()
  }

  /// The same, finding the shot.
  package func recipe(for frame: Int64, titles: [Int: TitleFacts] = [:]) -> FrameRecipe {
    let shot = shot(at: frame) ?? Shot(frames: frame..<frame + 1, layers: [], titles: [])
    return recipe(for: frame, in: shot, titles: titles)
  }
}
