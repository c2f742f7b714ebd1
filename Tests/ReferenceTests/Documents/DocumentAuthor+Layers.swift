import TimelineModel

extension DocumentAuthor {
  /// Instructions that tile the programme.
  mutating func instructions(of tracks: [String]) -> Written {
    traits.insert("instructions")
    let frames = max(1, Int((end * rate.perSecond).ceiling ?? 1))
    let cuts = Set(
      (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 1...max(1, frames - 1), using: &random) })
    let edges = [.zero] + cuts.map { seconds(frames: $0) }.filter { .zero < $0 && $0 < end }.sorted() + [end]
    return .list(
      zip(edges, edges.dropFirst()).map { start, stop in
        .mapping([
          "over": .scalar("\(text(start))..\(text(stop))"), "layers": layers(of: tracks, from: start, to: stop),
          "titles": chance(0.2) ? "false" : nil,
        ])
      })
  }

  private mutating func layers(of tracks: [String], from start: Rational, to end: Rational) -> Written {
    let shown = tracks.shuffled(using: &random).filter { _ in chance(0.8) }
    var layers: [Written] = []
    var left = shown[...]
    while let track = left.popFirst() {
      if let other = left.first, chance(0.4) {
        left = left.dropFirst()
        layers.append(mix(track, other, from: start, to: end))
      } else {
        layers.append(layer(track, from: start, to: end))
      }
    }
    return .list(layers)
  }

  private mutating func layer(_ track: String, from start: Rational, to end: Rational) -> Written {
    if chance(0.4) { return .scalar(track) }
    var layer = Written.mapping(["track": .scalar(track)])
    if chance(0.1) {
      traits.insert("layer matte")
      layer["matte"] = matte()
    }
    change(&layer, from: start, to: end, canMove: !fragileTracks.contains(track))
    return layer
  }

  private mutating func mix(_ first: String, _ second: String, from start: Rational, to end: Rational) -> Written {
    traits.insert("mix of layers")
    var layer = Written.mapping([
      "mix": [self.layer(first, from: start, to: end), self.layer(second, from: start, to: end)],
      "amount": opacity(from: start, to: end),
    ])
    if chance(0.3) {
      traits.insert("wiped layers")
      layer["wipe"] = .scalar(pick(["left", "down", "up-right", "down-left", "clock", "iris"]))
      if chance(0.5) { layer["soft"] = "\(number(0.05...1))" }
    } else if chance(0.2) {
      traits.insert("layers through a colour")
      layer["through"] = chance(0.5) ? color() : clearColor()
    } else if chance(0.3) {
      layer["xfade"] = xfade(canMove: fragileTracks.isDisjoint(with: [first, second]))
    }
    if chance(0.4) { change(&layer, from: start, to: end, canMove: fragileTracks.isDisjoint(with: [first, second])) }
    return layer
  }

  private mutating func change(
    _ layer: inout Written, from start: Rational, to end: Rational, canMove: Bool
  ) {
    if chance(0.4) {
      traits.insert("layer opacity")
      layer["opacity"] = opacity(from: start, to: end)
    }
    if canMove, chance(0.3) {
      traits.insert("layer crop")
      layer["crop"] = crop(of: size, from: start, to: end)
    }
    if canMove, chance(0.4) {
      traits.insert("layer transform")
      move(&layer, from: start, to: end)
    }
  }
}
