import TimelineModel

extension Scene {
  /// What output frame `frame` is made of.
  func recipe(for frame: Int64, in shot: Shot, texts: TextMeasure = { _ in nil }) -> FrameRecipe {
    let time = TimelineTime(composition.canvas.rate.seconds(ofFrame: frame))
    var composer = FrameComposer(target: target)
    let layers = layers(of: shot, at: time, texts: texts)
    let output = composer.compose(layers, background: background)
    return FrameRecipe(
      frame: frame, time: time, sources: composer.builder.sources, graph: composer.builder.finish(at: output))
  }

  /// Back to front.
  func layers(of shot: Shot, at time: TimelineTime, texts: TextMeasure) -> [PlacedLayer] {
    withoutActuallyEscaping(texts) { texts in
      // A title behind a track stays behind it where the track shows nothing.
      let front = shot.layers.prefix { layer in
        if case .title(let index) = layer { composition.titles[index].behind.isEmpty } else { false }
      }
      let rest = shot.layers.dropFirst(front.count)
      let below =
        composition.effects.isEmpty
        ? lay(rest, onto: [], at: time, texts)
        : [changed(at: time) { $0.lay(rest, onto: [], at: time, texts) }].compactMap(\.self)
      return lay(front, onto: below, at: time, texts)
    }
  }

  /// `layers` are front to back, and what lies below them and comes of it back to front.
  private func lay(
    _ layers: ArraySlice<ShotLayer>, onto below: [PlacedLayer], at time: TimelineTime, _ texts: @escaping TextMeasure
  ) -> [PlacedLayer] {
    let placer = TitlePlacer(scene: self, time: time, texts: texts)
    return layers.reversed().reduce(into: below) { placed, layer in
      if case .title(let index) = layer {
        placed = placer.placing(composition.titles[index], onto: placed)
      } else if let drawn = place(layer, at: time) {
        placed.append(drawn)
      }
    }
  }
}
