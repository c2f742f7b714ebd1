import TimelineModel

/// Composes layers into finished frames.
///
/// A sheet is a layer's pixels as `overlay` wants them premultiplied in limited range: alpha in the fourth plane,
/// chroma multiplied by it about 128, and luma multiplied by it and raised by 16, since `overlay` takes 16 off again.
/// Transparency is then what `pad` paints as black, and scaling and turning keep the form. What of luma goes beyond 239
/// has no room there and lies on a second sheet, which is added to the picture.
struct FrameComposer {
  private(set) var target: RenderTarget
  var builder: GraphBuilder
  /// True while pictures are drawn as if they were white all over.
  var drawsSilhouettes = false
  /// True while sheets are made of what is brighter than others can be.
  private(set) var drawsGlare = false

  /// Eight bits a sample, in the target's family of subsampling: what `overlay` composes in.
  var workingFormat: String { "yuv\(family)p" }
  var family: String { blends ? "444" : ChromaSubsampling(pixelFormat: target.pixelFormat).family }
  /// Blending, and effects of what is composed, take red, green and blue of every pixel.
  private var blends = false
  private var chroma: ChromaSubsampling { ChromaSubsampling(pixelFormat: workingFormat) }

  init(target: RenderTarget) {
    self.target = target
    builder = GraphBuilder(color: target.color)
  }

  /// `layers` lie back to front on the background.
  mutating func compose(_ layers: [PlacedLayer], background: Color) -> Stream {
    let composed: Stream
    if target.keepsAlpha(of: background) {
      var composer = FrameComposer(target: target.opaque)
      composer.builder = builder
      let straight = composer.composeWithAlpha(layers, background: background)
      builder = composer.builder
      composed = alphaFormats.reduce(straight) { builder.scale($0, to: target.size, pixelFormat: $1) }
    } else {
      composed = lay(layers, background: background)
    }
    return builder.scale(composed, to: target.size, pixelFormat: target.pixelFormat)
  }

  /// What straight alpha goes through on its way to the target. libswscale widens it with ones only from YUV to YUV, and
  /// what is opaque would not be so everywhere else; planes of RGB with ten or twelve bits get no zeros but from pixels
  /// that have all components side by side.
  private var alphaFormats: [String] {
    let name = target.pixelFormat
    guard PixelFormatName.isDeep(name), !name.hasPrefix("yuva") else { return [] }
    return ["yuva444p16le"] + (name.hasPrefix("gbrap1") && !name.hasPrefix("gbrap16") ? ["rgba64le"] : [])
  }

  /// The same before it is brought to the target's format.
  mutating func lay(_ layers: [PlacedLayer], background: Color) -> Stream {
    let layers = layers.shown
    blends = blends || layers.contains(where: \.blends)
    // Without `overlay` nothing forces eight bits.
    let format = layers.contains(where: \.needsOverlay) ? workingFormat : coverFormat(of: layers)
    var canvas: Stream?
    for layer in layers {
      let base = canvas ?? (layer.hidesAll ? nil : fill(background, format))
      canvas = draw(layer, over: base, format)
    }
    return canvas ?? fill(background, target.pixelFormat)
  }

  /// What layers that fill the canvas are drawn in: the target's format, or one with all chroma that they have, if
  /// every pixel of them is blended or changed afterwards.
  private func coverFormat(of layers: [PlacedLayer]) -> String {
    let chroma = ChromaSubsampling(pixelFormat: target.pixelFormat)
    return blends && layers.contains { $0.hasOtherChroma(than: chroma) }
      ? PixelFormatName.fullChroma(of: target.pixelFormat) : target.pixelFormat
  }

  mutating func fill(_ color: Color, _ format: String) -> Stream {
    let source = PictureSource(.color(color.withoutAlpha))
    let picture = SourcePicture(
      pixels: .source(source), size: target.size, pixelFormat: format, color: target.color.facts, isOpaque: true)
    return builder.input(source, as: picture)
  }

  /// `base` is nil only where the layer hides all.
  mutating func draw(_ layer: PlacedLayer, over base: Stream?, _ format: String) -> Stream {
    switch layer {
    case .picture(let picture, let geometry, let opacity) where picture.blend != .normal:
      return blend(picture, geometry, opacity, on: base!)
    case .picture(let picture, let geometry, let opacity):
      guard layer.covers else { return overlay(picture, geometry, opacity, on: base!) }
      let cover = cover(picture, geometry, format)
      return opacity >= 1 ? cover : mix([(base!, 1 - opacity), (cover, opacity)])
    case .matted(let content, let matte, let opacity):
      let bases = builder.split(base!, into: content.hidesAll ? 1 : 2)
      let drawn = draw(content, over: content.hidesAll ? nil : bases[1], format)
      return lay(drawn, over: bases[0], by: shares(of: matte, opacity))
    case .mix(let first, let second, let amount, let mixture, let opacity):
      // Mixing what is drawn over the base is drawing what is mixed: both are linear.
      let uses = [first, second].count { $0?.hidesAll != true } + (opacity < 1 ? 1 : 0)
      var bases = base.map { builder.split($0, into: uses) } ?? []
      let below = opacity < 1 ? bases.removeLast() : nil
      let sides = [first, second].map { side in
        let base = side?.hidesAll == true ? nil : bases.removeLast()
        return side.map { draw($0, over: base, format) } ?? base!
      }
      switch mixture {
      case .even:
        let parts = [(sides[0], opacity * (1 - amount)), (sides[1], opacity * amount)]
        return mix((below.map { [($0, 1 - opacity)] } ?? []) + parts)
      case .wipe(let mask):
        let wiped = wipe(sides[0], sides[1], mask)
        return below.map { mix([($0, 1 - opacity), (wiped, opacity)]) } ?? wiped
      }
    case .group(let layers, let opacity):
      let lowest = layers.lastIndex(where: \.hidesAll)
      let uses = (lowest == nil ? 1 : 0) + (opacity < 1 ? 1 : 0)
      let bases = base.map { builder.split($0, into: uses) } ?? []
      var top = lowest == nil ? bases.last : nil
      for layer in layers[(lowest ?? 0)...] { top = draw(layer, over: top, format) }
      return opacity >= 1 ? top! : mix([(bases[0], 1 - opacity), (top!, opacity)])
    }
  }

  private mutating func wipe(_ first: Stream, _ second: Stream, _ mask: WipeMask) -> Stream {
    lay(second, over: first, by: shares(of: mask))
  }

  /// How much a wipe has taken of each pixel, as a gray picture.
  mutating func shares(of mask: WipeMask) -> Stream {
    builder.input(PictureSource(.mask(mask)), as: SourcePicture(mask, size: target.size))
  }

  /// (1 − m)·base + m·whole, m being a gray picture.
  private mutating func lay(_ whole: Stream, over base: Stream, by gray: Stream) -> Stream {
    let coming = builder.scale(whole, to: whole.size, pixelFormat: "yuva\(family)p")
    let cut = builder.pad(
      builder.filter("alphamerge", from: coming, gray), to: target.bounds.extended(by: chroma).size, x: 0, y: 0)
    return overlay(cut, at: target.bounds, alpha: "straight", on: base)
  }

  mutating func mix(_ parts: [(stream: Stream, weight: Double)]) -> Stream {
    let inputs = parts.map(\.stream)
    let weights = parts.map(\.weight.graphNumber).joined(separator: " ")
    return builder.mix(inputs, weights: weights)
  }
}

extension SourcePicture {
  /// True for sheets, whose own pictures have been drawn as silhouettes where those are asked for.
  fileprivate var isMadeOfLayers: Bool {
    switch pixels {
    case .sheet, .crossing: true
    case .source, .canvas, .alone, .changed: false
    }
  }
}

// MARK: Opaque pictures over the whole target

extension FrameComposer {
  mutating func cover(_ picture: SourcePicture, _ geometry: LayerGeometry, _ format: String) -> Stream {
    if case .source(let source) = picture.pixels, case .color(let color) = source.content {
      return fill(drawsSilhouettes ? .white : color, format)
    }
    if case .transform = geometry.residual, let scaled = scaledCover(picture, geometry, format) { return scaled }
    let read = read(picture, geometry)
    switch geometry.residual {
    case .offset:
      let scaled = builder.scaleWhole(read, to: geometry.scaledSize, pixelFormat: format)
      let part = builder.crop(scaled, to: visiblePart(of: geometry))
      return builder.scale(part, to: target.size, pixelFormat: format)
    case .transform(let transform):
      let scaled = builder.scale(read, to: geometry.scaledSize, pixelFormat: "yuv444p")
      let drawn = builder.transform(scaled, by: transform, onto: target.bounds)
      return builder.scale(drawn, to: target.size, pixelFormat: format)
    }
  }

  /// The scaled pixels that land on the layer's bounds.
  private func visiblePart(of geometry: LayerGeometry) -> PixelRect {
    guard case .offset(let x, let y) = geometry.residual else { return geometry.kept }
    return geometry.bounds.offset(x: -x, y: -y)
  }
}

// MARK: Everything else

extension FrameComposer {
  private mutating func overlay(
    _ picture: SourcePicture, _ geometry: LayerGeometry, _ opacity: Double, on base: Stream
  ) -> Stream {
    if picture.isOpaque, case .offset = geometry.residual, geometry.bounds.isAligned(to: chroma) {
      let layer = plain(read(picture, geometry), geometry, opacity)
      return overlayAsItIs(layer, at: geometry.bounds, alpha: "straight", on: base)
    }
    let drawn = overlay(sheetOf: picture, geometry, opacity, on: base)
    return withGlare(of: picture) { $0.overlay(sheetOf: picture, geometry, opacity, on: drawn) } ?? drawn
  }

  private mutating func overlay(
    sheetOf picture: SourcePicture, _ geometry: LayerGeometry, _ opacity: Double, on base: Stream
  ) -> Stream {
    let bounds = geometry.bounds.aligned(to: chroma)
    let sheet = sheet(of: picture, geometry, opacity, onto: bounds.extended(by: chroma))
    let subsampled = builder.scale(sheet, to: sheet.size, pixelFormat: "yuva\(family)p")
    return overlay(subsampled, at: bounds, alpha: "premultiplied", on: base)
  }

  /// What is drawn once more with sheets of what is too bright for others; nil where nothing is.
  mutating func withGlare(of picture: SourcePicture, _ draw: (inout FrameComposer) -> Stream) -> Stream? {
    guard picture.mayGlare, !drawsSilhouettes, !drawsGlare else { return nil }
    drawsGlare = true
    defer { drawsGlare = false }
    return draw(&self)
  }

  /// An opaque picture on whole chroma samples: nothing but its opacity in the alpha plane.
  private mutating func plain(_ read: Stream, _ geometry: LayerGeometry, _ opacity: Double) -> Stream {
    let scaled = builder.scaleWhole(read, to: geometry.scaledSize, pixelFormat: "yuva\(family)p")
    let part = builder.crop(scaled, to: visiblePart(of: geometry))
    let kept = builder.scale(part, to: part.size, pixelFormat: "yuva\(family)p")
    guard opacity < 1 else { return kept }
    let alpha = Filter.Option("a", "\((opacity * 255).graphNumber)+0.5", isCommand: true)
    return builder.filter(
      "lutyuv", [Filter.Option("y", "val"), Filter.Option("u", "val"), Filter.Option("v", "val"), alpha], from: kept)
  }

  /// The picture in its place on a sheet of the size of `bounds`.
  mutating func sheet(
    of picture: SourcePicture, _ geometry: LayerGeometry, _ opacity: Double, onto bounds: PixelRect
  ) -> Stream {
    if case .source(let source) = picture.pixels, case .color(let color) = source.content,
      case .transform = geometry.residual
    {
      return padded(sheet(of: color, from: source, geometry, opacity), from: geometry.bounds, to: bounds)
    }
    if case .transform = geometry.residual, let scaled = scaledSheet(of: picture, geometry, opacity) {
      return padded(scaled, from: geometry.bounds, to: bounds)
    }
    return draw(sheet(of: read(picture, geometry), as: picture, geometry, opacity), geometry, onto: bounds)
  }

  /// What was read of the picture as a sheet of its own, scaled.
  mutating func sheet(
    of read: Stream, as picture: SourcePicture, _ geometry: LayerGeometry, _ opacity: Double
  ) -> Stream {
    switch picture.pixels {
    case .sheet: sheet(ofSheet: read, geometry, opacity)
    case .crossing where !picture.isOpaque: sheet(ofSheet: read, geometry, opacity)
    case _ where picture.isOpaque: sheet(ofOpaque: read, geometry, opacity)
    case .source, .crossing, .canvas, .alone, .changed: sheet(ofTransparent: read, geometry, opacity)
    }
  }

  /// A colour in its place is a rectangle there, whose edges are reckoned and not read.
  private mutating func sheet(
    of color: Color, from source: PictureSource, _ geometry: LayerGeometry, _ opacity: Double
  ) -> Stream {
    let bounds = geometry.bounds
    var shown = color
    if drawsSilhouettes { (shown.red, shown.green, shown.blue) = (255, 255, 255) }
    let picture = SourcePicture(
      drawn: .shape(geometry.shape(of: geometry.visible, shown)), size: bounds.size, on: target, origin: source.origin)
    return clipped(sheet(ofTransparent: pixels(of: picture), LayerGeometry(whole: bounds), opacity), geometry)
  }

  /// The part of the picture that is needed, upright.
  private mutating func read(_ picture: SourcePicture, _ geometry: LayerGeometry) -> Stream {
    builder.crop(upright(picture, geometry), to: geometry.crop)
  }

  mutating func upright(_ picture: SourcePicture, _ geometry: LayerGeometry) -> Stream {
    let pixels = pixels(of: picture)
    let whitens = drawsSilhouettes && !picture.isMadeOfLayers
    return builder.orient(whitens ? white(pixels) : pixels, geometry.orientation)
  }

  private mutating func pixels(of picture: SourcePicture) -> Stream {
    switch picture.pixels {
    case .source(let source): return builder.input(source, as: picture)
    case .sheet(let inner, let place, let rect): return sheet(of: inner, place, 1, onto: rect)
    case .crossing(let crossing): return cross(crossing, picture)
    case .canvas(let layers, let background): return on(picture.size) { $0.lay(layers, background: background) }
    case .alone(let inner, let place):
      return on(picture.size) {
        $0.canvas(with: inner, place, $0.coverFormat(of: [.picture(inner, place, opacity: 1)]))
      }
    case .changed(let inner, let orientation, let effects):
      let upright = builder.orient(pixels(of: inner), orientation)
      return builder.change(upright, isOpaque: inner.isOpaque, by: effects)
    }
  }

  /// Draws a canvas of another size, with all that is bright on it.
  private mutating func on(_ size: PixelSize, _ draw: (inout FrameComposer) -> Stream) -> Stream {
    let outer = (target, drawsGlare)
    defer { (target, drawsGlare) = outer }
    (target, drawsGlare) = (target.sized(size), false)
    return draw(&self)
  }

  private mutating func sheet(ofSheet read: Stream, _ geometry: LayerGeometry, _ opacity: Double) -> Stream {
    let scaled = builder.scale(read, to: geometry.scaledSize, pixelFormat: "yuva444p")
    return dim(builder.crop(scaled, to: geometry.kept), opacity, lumaBase: 16)
  }

  private mutating func sheet(ofOpaque read: Stream, _ geometry: LayerGeometry, _ opacity: Double) -> Stream {
    let scaled = builder.scale(read, to: geometry.scaledSize, pixelFormat: "yuva444p")
    return dim(builder.crop(scaled, to: geometry.kept), opacity)
  }

  /// Colours are multiplied before they are scaled, so that what is transparent does not bleed.
  private mutating func sheet(ofTransparent read: Stream, _ geometry: LayerGeometry, _ opacity: Double) -> Stream {
    let sheet = dim(builder.premultiply(builder.scale(read, to: read.size, pixelFormat: "yuva444p")), opacity)
    return builder.crop(builder.scale(sheet, to: geometry.scaledSize, pixelFormat: "yuva444p"), to: geometry.kept)
  }

  /// From premultiplied planes, whose luma begins at `lumaBase`, to a sheet, dimmed. `lutyuv` drops fractions, hence
  /// the halves.
  mutating func dim(_ stream: Stream, _ opacity: Double, lumaBase: Int = 0) -> Stream {
    let factor = min(opacity, 1).graphNumber
    let luma = lumaBase == 0 ? "val" : "(val-\(lumaBase))"
    // What comes as a sheet is one of glare already.
    if drawsGlare, lumaBase == 0 {
      return builder.filter(
        "lutyuv",
        [
          Filter.Option("y", "max(val*\(factor)-238.5,0)+16", isCommand: true), Filter.Option("u", "128"),
          Filter.Option("v", "128"), Filter.Option("a", "0"),
        ], from: stream)
    }
    return builder.filter(
      "lutyuv",
      [
        Filter.Option("y", "\(luma)*\(factor)+16.5", isCommand: true),
        Filter.Option("u", "(val-128)*\(factor)+128.5", isCommand: true),
        Filter.Option("v", "(val-128)*\(factor)+128.5", isCommand: true),
        Filter.Option("a", "val*\(factor)+0.5", isCommand: true),
      ], from: stream)
  }

  private mutating func draw(_ sheet: Stream, _ geometry: LayerGeometry, onto bounds: PixelRect) -> Stream {
    switch geometry.residual {
    case .transform(let transform):
      let kept = AffineTransform.translation(Double(geometry.kept.x), Double(geometry.kept.y)).then(transform)
      let drawn = builder.transform(sheet, by: kept, onto: geometry.bounds)
      return padded(
        clipped(cut(drawn, to: geometry.shape(of: geometry.visible)), geometry), from: geometry.bounds, to: bounds)
    case .offset(let x, let y):
      let landing = geometry.kept.offset(x: x, y: y)
      let seen = landing.intersection(geometry.bounds)
      let part = builder.crop(sheet, to: seen.offset(x: -landing.x, y: -landing.y))
      return builder.pad(part, to: bounds.size, x: seen.x - bounds.x, y: seen.y - bounds.y)
    }
  }

  /// What a shape leaves of a sheet of its size, its edges being reckoned.
  mutating func cut(_ sheet: Stream, to shape: ShapeDrawing) -> Stream {
    let source = PictureSource(.shape(shape))
    let shares = builder.alpha(of: builder.input(source, as: SourcePicture(shape: source, size: shape.size)))
    return builder.merge(nothing(shape.size), sheet, by: shares)
  }

  /// A sheet of a layer's bounds, cut where that is clipped between pixels.
  private mutating func clipped(_ sheet: Stream, _ geometry: LayerGeometry) -> Stream {
    geometry.clipShape.map { cut(sheet, to: $0) } ?? sheet
  }

  private mutating func padded(_ sheet: Stream, from bounds: PixelRect, to larger: PixelRect) -> Stream {
    builder.pad(sheet, to: larger.size, x: bounds.x - larger.x, y: bounds.y - larger.y)
  }

  /// A sheet on which nothing lies.
  mutating func nothing(_ size: PixelSize) -> Stream {
    let clear = PictureSource(.color(Color(red: 0, green: 0, blue: 0, alpha: 0)))
    return builder.input(
      clear,
      as: SourcePicture(
        pixels: .source(clear), size: size, pixelFormat: "yuva444p", color: target.color.facts, isOpaque: false))
  }

  mutating func overlay(
    _ layer: Stream, at bounds: PixelRect, alpha: String, on base: Stream
  ) -> Stream {
    guard family == "422" else { return overlayAsItIs(layer, at: bounds, alpha: alpha, on: base) }
    // Of two pixels that share a chroma sample, `overlay` counts the first one's alpha three times and the second's once.
    let bases = builder.split(base, into: 2)
    let layers = builder.split(layer, into: 2)
    let luma = overlayAsItIs(layers[0], at: bounds, alpha: alpha, on: bases[0])
    let chroma = overlayAsItIs(builder.pairingAlpha(layers[1]), at: bounds, alpha: alpha, on: bases[1])
    return builder.planes("001112", luma.pixelFormat, of: luma, chroma)
  }

  private mutating func overlayAsItIs(
    _ layer: Stream, at bounds: PixelRect, alpha: String, on base: Stream
  ) -> Stream {
    builder.filter(
      "overlay",
      [
        Filter.Option("x", "\(bounds.x)", isCommand: true), Filter.Option("y", "\(bounds.y)", isCommand: true),
        Filter.Option("format", "yuv\(family)"), Filter.Option("alpha", alpha),
      ], from: base, layer)
  }
}

extension LayerGeometry {
  /// A part of the picture in its place, filled with a colour.
  func shape(of part: Rect, _ color: Color = .white) -> ShapeDrawing { shape(of: part, by: fromPicture, color) }

  /// Nil where it is not clipped between pixels.
  fileprivate var clipShape: ShapeDrawing? { clip.map { shape(of: $0, by: .identity, .white) } }

  private func shape(of part: Rect, by transform: AffineTransform, _ color: Color) -> ShapeDrawing {
    ShapeDrawing(
      figure: .rectangle(radius: 0), box: Point(x: part.width, y: part.height), color: color, outline: nil,
      transform: AffineTransform.translation(part.x, part.y).then(transform)
        .then(.translation(-Double(bounds.x), -Double(bounds.y))), size: bounds.size)
  }
}

extension SourcePicture {
  /// A shape that is drawn for its alpha alone.
  fileprivate init(shape: PictureSource, size: PixelSize) {
    self.init(
      pixels: .source(shape), size: size, pixelFormat: "rgba", color: ColorFacts(matrix: "gbr", isFullRange: true),
      isOpaque: false)
  }
}

extension GraphBuilder {
  /// With the mean alpha of each two neighbours for both, the first of them in an even column.
  fileprivate mutating func pairingAlpha(_ stream: Stream) -> Stream {
    let sides = split(stream, into: 2)
    // Else `scale` would take the alpha for luma in limited range, as the picture's is.
    let alpha = filter("setrange", [Filter.Option("range", "full")], from: self.alpha(of: sides[0]))
    let half = PixelSize(width: alpha.size.width / 2, height: alpha.size.height)
    let pairs = scale(alpha, to: half, pixelFormat: alpha.pixelFormat)
    return filter("alphamerge", from: sides[1], nearest(pairs, to: alpha.size))
  }
}
