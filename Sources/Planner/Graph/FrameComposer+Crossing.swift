import TimelineModel

extension FrameComposer {
  /// Both sides as whole targets, opaque ones as they are and others as sheets, through libavfilter's transition.
  mutating func cross(_ crossing: Crossing, _ picture: SourcePicture) -> Stream {
    let sides = crossing.sides.map { side in
      side.flatMap { picture.isOpaque ? whole($0, picture.pixelFormat) : nil } ?? sheet(of: side)
    }
    return builder.cross(sides[0], sides[1], crossing.kind, at: crossing.progress)
  }

  /// A layer that hides all below it.
  private mutating func whole(_ layer: PlacedLayer, _ format: String) -> Stream {
    let drawn = draw(layer, over: nil, layer.needsOverlay ? workingFormat : target.pixelFormat)
    return builder.scale(drawn, to: target.size, pixelFormat: format)
  }

  /// A sheet of the target's size.
  private mutating func sheet(of layer: PlacedLayer?) -> Stream {
    switch layer {
    case nil:
      let clear = PictureSource(.color(Color(red: 0, green: 0, blue: 0, alpha: 0)))
      return builder.input(
        clear,
        as: SourcePicture(
          pixels: .source(clear), size: target.size, pixelFormat: "yuva444p", color: target.color.facts,
          isOpaque: false))
    case .picture(let picture, let geometry, let opacity):
      let drawn = sheet(of: picture, geometry, opacity, onto: geometry.bounds)
      return builder.pad(drawn, to: target.size, x: geometry.bounds.x, y: geometry.bounds.y)
    case .group: preconditionFailure("titles lie on the canvas itself and never in a mixture")
    case .matted(let content, let matte, let opacity):
      return builder.merge(sheet(of: nil), sheet(of: content), by: shares(of: matte, opacity))
    case .mix(let first, let second, let amount, let mixture, let opacity):
      let sides = (sheet(of: first), sheet(of: second))
      let mixed =
        switch mixture {
        case .even: mix([(sides.0, 1 - amount), (sides.1, amount)])
        case .wipe(let mask):
          builder.merge(sides.0, sides.1, by: shares(of: mask))
        }
      return opacity < 1 ? dim(mixed, opacity, lumaBase: 16) : mixed
    }
  }
}

extension GraphBuilder {
  /// One frame of `xfade`, which works its progress out from the first frame's time, this one's and an offset: this is
  /// the first, and the offset is as negative as the progress is far.
  fileprivate mutating func cross(_ first: Stream, _ second: Stream, _ kind: String, at progress: Double) -> Stream {
    let sides = [first, second].map { filter("settb", [Filter.Option("expr", "1/1000000")], from: $0) }
    return filter(
      "xfade",
      [
        Filter.Option("transition", kind), Filter.Option("duration", "60"),
        Filter.Option("offset", (-60 * progress).graphNumber),
      ], from: sides[0], sides[1])
  }

  /// (1 − m)·first + m·second of every plane alike, m being a gray picture.
  fileprivate mutating func merge(_ first: Stream, _ second: Stream, by gray: Stream) -> Stream {
    let shares = filter("mergeplanes", [Filter.Option("format", first.pixelFormat)], from: gray)
    return filter("maskedmerge", from: first, second, shares)
  }
}
