import TimelineModel

// MARK: A picture by itself on the canvas

extension FrameComposer {
  /// Opaque, in `format`, where it fills the canvas; else with a chroma sample for every pixel and straight alpha.
  mutating func canvas(with picture: SourcePicture, _ geometry: LayerGeometry, _ format: String) -> Stream {
    if picture.isOpaque, geometry.coversTarget { return cover(picture, geometry, format) }
    let sheet = sheet(of: picture, geometry, 1, onto: target.bounds)
    let straight = builder.unpremultiply(sheet, luma: 16)
    let glare = withGlare(of: picture) { $0.sheet(of: picture, geometry, 1, onto: $0.target.bounds) }
    guard let glare else { return straight }
    let planes = [("c0", "min(x+y-16,255)"), ("c1", "x"), ("c2", "x"), ("c3", "x")]
    return builder.filter("lut2", planes.map { Filter.Option($0, $1) }, from: straight, glare)
  }

  /// Lays a canvas with straight alpha on another.
  private mutating func lay(_ canvas: Stream, _ opacity: Double, on base: Stream) -> Stream {
    let straight = builder.scale(canvas, to: target.size, pixelFormat: "yuva444p")
    let sheet = builder.scale(
      dim(builder.premultiply(straight), opacity), to: target.size, pixelFormat: "yuva\(family)p")
    return overlay(sheet, at: target.bounds, alpha: "premultiplied", on: base)
  }
}

// MARK: Blending

extension FrameComposer {
  /// αs·B(below, layer) over what lies below, in red, green and blue.
  mutating func blend(
    _ picture: SourcePicture, _ geometry: LayerGeometry, _ opacity: Double, on base: Stream
  ) -> Stream {
    let bases = builder.split(base, into: 2)
    let below = builder.scale(bases[1], to: target.size, pixelFormat: "gbrp")
    let layer = canvas(with: picture, geometry, "yuv444p")
    let covers = picture.isOpaque && geometry.coversTarget
    let sides = builder.split(layer, into: covers ? 1 : 2)
    let colors = builder.scale(sides[0], to: target.size, pixelFormat: "gbrp")
    let expression = "clip(\(picture.blend.expression),0,255)+0.5"
    let blended = builder.filter(
      "lut2", ["c0", "c1", "c2"].map { Filter.Option($0, expression) }, from: below, colors)
    guard covers else {
      let straight = builder.scale(blended, to: target.size, pixelFormat: "yuva444p")
      return lay(builder.withAlpha(of: sides[1], straight), opacity, on: bases[0])
    }
    let cover = builder.scale(blended, to: target.size, pixelFormat: base.pixelFormat)
    return mix([(bases[0], 1 - opacity), (cover, opacity)])
  }
}

extension BlendMode {
  /// B, of what lies below in `x` and the layer in `y`, from 0 to 255.
  fileprivate var expression: String {
    switch self {
    case .normal: "y"
    case .multiply: "x*y/255"
    case .screen: "x+y-x*y/255"
    case .overlay: "if(lte(x,127.5),2*x*y/255,2*x-255+y-(2*x-255)*y/255)"
    case .hardLight: "if(lte(y,127.5),2*x*y/255,x+2*y-255-x*(2*y-255)/255)"
    case .darken: "min(x,y)"
    case .lighten: "max(x,y)"
    case .colorDodge: "if(eq(x,0),0,if(eq(y,255),255,x*255/(255-y)))"
    case .colorBurn: "if(eq(x,255),255,if(eq(y,0),0,255-(255-x)*255/y))"
    case .softLight:
      "x+if(lte(y,127.5),(2*y-255)/255*x*(255-x)/255,"
        + "(2*y-255)/255*(if(lte(x,63.75),((16*x/255-12)*x/255+4)*x,sqrt(x/255)*255)-x))"
    case .difference: "abs(x-y)"
    case .exclusion: "x+y-2*x*y/255"
    case .add: "x+y"
    case .subtract: "x-y"
    }
  }
}
