import TimelineModel

extension FrameComposer {
  /// Two layers by libavfilter's transition. Those that bring black or white of their own are drawn without its help,
  /// since they take the lowest and the highest number for them, which limited range does not; and so is the one that
  /// brings grays, because it looks for the second side's rows where the first has its own.
  mutating func cross(_ crossing: Crossing, _ picture: SourcePicture) -> Stream {
    switch crossing.kind {
    case "fadeblack": return fade(crossing, picture, through: .black)
    case "fadewhite": return fade(crossing, picture, through: .white)
    case "fadegrays": return fadeThroughGrays(crossing, picture)
    case "circlecrop", "rectcrop": return crop(crossing, picture)
    default:
      let (first, second) = (side(0, of: crossing, picture), side(1, of: crossing, picture))
      guard !picture.isOpaque, !PixelFormatName.isDeep(first.pixelFormat) else {
        return builder.cross(first, second, crossing.kind, at: crossing.progress)
      }
      // `xfade` drops fractions, of what is nearly clear too much.
      let sides = [first, second].map { builder.scale($0, to: target.size, pixelFormat: "yuva444p10le") }
      let crossed = builder.cross(sides[0], sides[1], crossing.kind, at: crossing.progress)
      return builder.scale(crossed, to: target.size, pixelFormat: first.pixelFormat)
    }
  }

  private mutating func fade(_ crossing: Crossing, _ picture: SourcePicture, through color: Color) -> Stream {
    let (first, second) = crossing.sharesThroughColor
    return mix([
      (side(0, of: crossing, picture), first), (side(1, of: crossing, picture), second),
      (paint(color, picture, picture.pixelFormat), 1 - first - second),
    ])
  }

  /// Each side through its own gray.
  private mutating func fadeThroughGrays(_ crossing: Crossing, _ picture: SourcePicture) -> Stream {
    let (first, second) = crossing.sharesThroughColor
    let outgoing = builder.split(side(0, of: crossing, picture), into: 2)
    let incoming = builder.split(side(1, of: crossing, picture), into: 2)
    return mix([
      (outgoing[0], first), (builder.withoutColor(outgoing[1]), 1 - crossing.progress - first),
      (incoming[0], second), (builder.withoutColor(incoming[1]), crossing.progress - second),
    ])
  }

  /// Black where the transition makes black of white, and else the side that more of the way belongs to.
  private mutating func crop(_ crossing: Crossing, _ picture: SourcePicture) -> Stream {
    let format = picture.isOpaque ? "yuv444p" : "yuva444p"
    let shown = side(crossing.progress > 0.5 ? 1 : 0, of: crossing, picture)
    let whites = builder.split(gray(fill(.white, workingFormat)), into: 2)
    let mask = builder.cross(whites[0], whites[1], crossing.kind, at: crossing.progress)
    let cut = builder.merge(
      paint(.black, picture, format), builder.scale(shown, to: target.size, pixelFormat: format), by: mask)
    return builder.scale(cut, to: target.size, pixelFormat: picture.pixelFormat)
  }

  /// A colour all over, as the sides are drawn.
  private mutating func paint(_ color: Color, _ picture: SourcePicture, _ format: String) -> Stream {
    let fill = fill(drawsSilhouettes ? .white : color, format)
    return picture.isOpaque ? fill : dim(fill, 1)
  }

  /// A side as a whole target: where both are opaque as it is, and else as a sheet.
  private mutating func side(_ number: Int, of crossing: Crossing, _ picture: SourcePicture) -> Stream {
    let side = crossing.sides[number]
    return side.flatMap { picture.isOpaque ? whole($0, picture.pixelFormat) : nil } ?? sheet(of: side)
  }

  /// A layer that hides all below it.
  private mutating func whole(_ layer: PlacedLayer, _ format: String) -> Stream {
    let drawn = draw(layer, over: nil, layer.needsOverlay ? workingFormat : target.pixelFormat)
    return builder.scale(drawn, to: target.size, pixelFormat: format)
  }

  /// A sheet of the target's size.
  private mutating func sheet(of layer: PlacedLayer?) -> Stream {
    switch layer {
    case nil: return nothing(target.size)
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

extension Crossing {
  /// How much of its sides a transition shows that goes through something else between them: all that is left of the
  /// first goes within a fifth of the way, and the second comes in the rest of it.
  fileprivate var sharesThroughColor: (first: Double, second: Double) {
    let left = 1 - progress
    func smooth(from low: Double) -> Double {
      let part = min(max((left - low) / (1 - low), 0), 1)
      return part * part * (3 - 2 * part)
    }
    return (left * smooth(from: 0.8), progress * (1 - smooth(from: 0.2)))
  }
}

extension GraphBuilder {
  /// Gray of the same luma.
  fileprivate mutating func withoutColor(_ stream: Stream) -> Stream {
    let middle = "(minval+maxval)/2"
    return filter(
      "lutyuv", [Filter.Option("y", "val"), Filter.Option("u", middle), Filter.Option("v", middle)], from: stream)
  }

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
}
