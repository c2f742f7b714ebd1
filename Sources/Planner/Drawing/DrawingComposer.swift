import TimelineModel

/// Composes layers into what kernels draw. What changes a picture's size by a constant factor, turns it by quarters or
/// converts its colours is left to filters; all else is drawn straight onto the target.
struct DrawingComposer {
  let target: RenderTarget
  private(set) var sources: [PictureSource] = []

  init(target: RenderTarget) { self.target = target }

  /// The planar formats that kernels read and write.
  static let pixelFormats: Set<String> = [
    "yuv420p", "yuv422p", "yuv444p", "yuv420p10", "yuv422p10", "yuv444p10", "yuv420p10le", "yuv422p10le",
    "yuv444p10le",
  ]

  /// `layers` lie back to front on the background. Nil where only a graph can draw them.
  mutating func compose(_ layers: [PlacedLayer], background: Color) -> Drawing? {
    guard DrawingComposer.pixelFormats.contains(target.pixelFormat) else { return nil }
    var canvas: Drawing?
    for layer in layers.shown {
      guard let drawn = draw(layer, over: canvas ?? (layer.hidesAll ? nil : fill(background))) else { return nil }
      canvas = drawn
    }
    return canvas ?? fill(background)
  }

  private func fill(_ color: Color) -> Drawing {
    .picture(.color(color.withoutAlpha))
  }

  /// `base` is nil only where the layer hides all.
  private mutating func draw(_ layer: PlacedLayer, over base: Drawing?) -> Drawing? {
    switch layer {
    case .picture(let picture, let geometry, let opacity):
      guard let drawn = self.layer(picture, geometry, min(opacity, 1)) else { return nil }
      guard layer.covers, fillsTarget(drawn, geometry) else { return base.adding(drawn) }
      let cover = Drawing.picture(drawn.pixels)
      return opacity >= 1 ? cover : .mix(base!, cover, amount: opacity)
    case .matted: return nil
    case .mix(let first, let second, let amount, let mixture, let opacity):
      // Mixing what is drawn over the base is drawing what is mixed: both are linear.
      guard let left = side(first, over: base), let right = side(second, over: base) else { return nil }
      let mixed: Drawing =
        switch mixture {
        case .even: .mix(left, right, amount: amount)
        case .wipe(let mask): .wipe(left, right, mask)
        }
      return opacity >= 1 ? mixed : .mix(base!, mixed, amount: opacity)
    case .group(let layers, let opacity):
      let lowest = layers.lastIndex(where: \.hidesAll)
      var canvas = lowest != nil ? nil : opacity >= 1 ? base : .below
      for layer in layers[(lowest ?? 0)...] {
        guard let drawn = draw(layer, over: canvas) else { return nil }
        canvas = drawn
      }
      return opacity >= 1 ? canvas : .veiled(canvas!, over: base!, opacity: opacity)
    }
  }

  private mutating func side(_ layer: PlacedLayer?, over base: Drawing?) -> Drawing? {
    guard let layer else { return base }
    return draw(layer, over: layer.hidesAll ? nil : base)
  }

  /// True where the layer's pixels are the whole target's.
  private func fillsTarget(_ layer: DrawnLayer, _ geometry: LayerGeometry) -> Bool {
    if case .color = layer.pixels { return true }
    if case .offset = geometry.residual { return true }
    return false
  }
}

extension Drawing? {
  fileprivate func adding(_ layer: DrawnLayer) -> Drawing {
    if case .layers(let below, let base)? = self { return .layers(below + [layer], on: base) }
    return .layers([layer], on: self)
  }
}

// MARK: Layers

extension DrawingComposer {
  private mutating func layer(
    _ picture: SourcePicture, _ geometry: LayerGeometry, _ opacity: Double
  ) -> DrawnLayer? {
    if case .canvas(let layers, let background) = picture.pixels {
      return self.layer(picture, of: layers, background, geometry, opacity)
    }
    guard picture.blend == .normal, let (inner, orientation, effects) = picture.unlaid,
      case .source(let source) = inner.pixels
    else { return nil }
    if case .color(let color) = source.content {
      guard effects.isEmpty else { return nil }
      var mapping = mapping(geometry, of: geometry.fromPicture)
      let (width, height) = (Double(picture.size.width), Double(picture.size.height))
      mapping.transform = AffineTransform.scale(width, height).then(mapping.transform)
      mapping.visible = mapping.visible.scaled(1 / width, 1 / height)
      return DrawnLayer(.color(color), hasAlpha: !picture.isOpaque, mapping: mapping, opacity: opacity)
    }
    sources.append(source)
    let number = sources.count - 1
    var builder = GraphBuilder(color: target.color)
    let first = builder.orient(builder.input(source, as: inner), orientation)
    var changed = builder.change(first, isOpaque: inner.isOpaque, by: effects)
    if !effects.isEmpty, !picture.isOpaque { changed = builder.labelled(changed) }
    let upright = builder.orient(changed, geometry.orientation)
    let (stream, mapping) =
      picture.isOpaque ? opaque(upright, geometry, &builder) : (upright, mapping(geometry, of: geometry.fromPicture))
    let graph = builder.finish(at: stream)
    return DrawnLayer(
      graph.filters.isEmpty ? .source(number) : .filtered(number, graph), hasAlpha: !picture.isOpaque,
      mapping: mapping, opacity: opacity)
  }

  /// A frame of its own, which is then drawn like any other picture.
  private mutating func layer(
    _ picture: SourcePicture, of layers: [PlacedLayer], _ background: Color, _ geometry: LayerGeometry,
    _ opacity: Double
  ) -> DrawnLayer? {
    guard let drawing = compose(layers, background: background) else { return nil }
    var builder = GraphBuilder(color: target.color)
    let upright = builder.orient(builder.input(as: picture), geometry.orientation)
    let (stream, mapping) = opaque(upright, geometry, &builder)
    let graph = builder.finish(at: stream)
    return DrawnLayer(
      .canvas(drawing, graph.filters.isEmpty ? nil : graph), hasAlpha: false, mapping: mapping, opacity: opacity)
  }

  private func opaque(
    _ upright: Stream, _ geometry: LayerGeometry, _ builder: inout GraphBuilder
  ) -> (Stream, PictureMapping) {
    switch geometry.residual {
    case .offset(let x, let y):
      let bounds = geometry.bounds
      let read = builder.crop(upright, to: geometry.crop)
      let scaled = builder.scaleWhole(
        read, to: geometry.scaledSize, pixelFormat: pixelFormat(read, scaledFor: geometry))
      var part = builder.crop(scaled, to: bounds.offset(x: -x, y: -y))
      if geometry.coversTarget { part = builder.scale(part, to: part.size, pixelFormat: target.pixelFormat) }
      var mapping = mapping(geometry, of: .translation(Double(bounds.x), Double(bounds.y)))
      mapping.visible = part.size.rect
      return (part, mapping)
    case .transform:
      let transform = geometry.fromPicture
      let planar = planar(upright, &builder)
      let (scaleX, scaleY) = transform.axisScales
      guard !transform.isUpright(over: upright.size.rect), min(scaleX, scaleY) < 1 else {
        return (planar, mapping(geometry, of: transform))
      }
      // Single points of what is made smaller would miss the rest of it.
      let chroma = ChromaSubsampling(pixelFormat: planar.pixelFormat)
      let size = PixelSize(
        width: reduced(planar.size.width, by: scaleX, to: chroma.horizontal),
        height: reduced(planar.size.height, by: scaleY, to: chroma.vertical))
      let (shrinkX, shrinkY) = (
        Double(size.width) / Double(planar.size.width), Double(size.height) / Double(planar.size.height)
      )
      let scaled = builder.scale(planar, to: size, pixelFormat: planar.pixelFormat)
      var mapping = mapping(geometry, of: AffineTransform.scale(1 / shrinkX, 1 / shrinkY).then(transform))
      mapping.visible = geometry.visible.scaled(shrinkX, shrinkY)
      return (scaled, mapping)
    }
  }

  /// What a picture becomes where it is scaled or converted anyway: the target's format, or one with a chroma sample for
  /// every pixel where pixels that share one there do not share one in the picture.
  private func pixelFormat(_ read: Stream, scaledFor geometry: LayerGeometry) -> String {
    let isAligned =
      geometry.coversTarget || geometry.bounds.isAligned(to: ChromaSubsampling(pixelFormat: target.pixelFormat))
    let isFinished =
      read.size == geometry.scaledSize && read.pixelFormat == target.pixelFormat && read.reading.isEmpty
    return isAligned || isFinished ? target.pixelFormat : PixelFormatName.fullChroma(of: target.pixelFormat)
  }

  /// A length scaled by about `factor`, the same for factors that are nearly the same, and a multiple of the chroma's
  /// step: `scale` fits planes of chroma to their own size, so that half a sample at the end would stretch the others.
  private func reduced(_ length: Int, by factor: Double, to chromaStep: Int) -> Int {
    let step = 32.0
    let wanted = Int(pixel: Double(length) * min(1, (factor * step).rounded(.up) / step))
    return min(length, (max(1, wanted) + chromaStep - 1) / chromaStep * chromaStep)
  }

  /// In a format that kernels read, with the canvas's colours.
  private func planar(_ stream: Stream, _ builder: inout GraphBuilder) -> Stream {
    if DrawingComposer.pixelFormats.contains(stream.pixelFormat), stream.reading.isEmpty { return stream }
    let family =
      PixelFormatName.isRGB(stream.pixelFormat) ? "444" : ChromaSubsampling(pixelFormat: stream.pixelFormat).family
    let depth = PixelFormatName.isDeep(stream.pixelFormat) ? "10" : ""
    return builder.scale(stream, to: stream.size, pixelFormat: "yuv\(family)p\(depth)")
  }

  private func mapping(_ geometry: LayerGeometry, of transform: AffineTransform) -> PictureMapping {
    var transform = transform
    // Less than a pixel moves anywhere: then the axes count as upright.
    if transform.isUpright(over: geometry.visible) { (transform.b, transform.c) = (0, 0) }
    return PictureMapping(
      transform: transform, visible: geometry.visible,
      columns: geometry.bounds.x..<geometry.bounds.maxX, rows: geometry.bounds.y..<geometry.bounds.maxY,
      clip: geometry.clip, coversTarget: geometry.coversTarget)
  }
}

extension SourcePicture {
  /// What is read, how it is turned and what is done to it then; nil where it is laid on a sheet or a canvas first.
  fileprivate var unlaid: (SourcePicture, Orientation, [EffectSetting])? {
    switch pixels {
    case .source: (self, .upright, [])
    case .changed(let inner, let orientation, let effects): (inner, orientation, effects)
    case .sheet, .canvas, .alone, .crossing: nil
    }
  }
}
