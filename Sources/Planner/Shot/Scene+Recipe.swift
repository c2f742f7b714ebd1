import TimelineModel

extension Scene {
  /// What output frame `frame` is made of.
  func recipe(for frame: Int64, in shot: Shot, texts: TextMeasure = { _ in nil }) -> FrameRecipe {
    let time = TimelineTime(composition.canvas.rate.seconds(ofFrame: frame))
    var composer = FrameComposer(target: target)
    let layers = layers(of: shot, at: time, texts: texts)
    let output = composer.compose(layers, background: composition.canvas.background)
    return FrameRecipe(
      frame: frame, time: time, sources: composer.builder.sources, graph: composer.builder.finish(at: output))
  }

  /// Back to front.
  func layers(of shot: Shot, at time: TimelineTime, texts: TextMeasure) -> [PlacedLayer] {
    withoutActuallyEscaping(texts) { texts in
      let placer = TitlePlacer(scene: self, time: time, texts: texts)
      func lay(_ layer: ShotLayer, onto layers: inout [PlacedLayer]) {
        if case .title(let index) = layer {
          layers = placer.placing(composition.titles[index], onto: layers)
        } else if let placed = place(layer, at: time) {
          layers.append(placed)
        }
      }
      // A title behind a track stays behind it where the track shows nothing.
      let front = shot.layers.prefix { layer in
        if case .title(let index) = layer { composition.titles[index].behind.isEmpty } else { false }
      }
      var layers: [PlacedLayer] = []
      for layer in shot.layers.dropFirst(front.count).reversed() { lay(layer, onto: &layers) }
      if !composition.effects.isEmpty { layers = [changed(layers, at: time)] }
      for layer in front.reversed() { lay(layer, onto: &layers) }
      return layers
    }
  }
}
