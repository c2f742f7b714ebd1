import TimelineModel

/// What the planner has to know of a picture before it is read.
struct SourcePicture: Hashable, Sendable {
  var pixels: Pixels
  /// As it is handed in, neither turned nor scaled.
  var size: PixelSize
  var pixelFormat: String
  var color: ColorFacts
  var isOpaque: Bool
  /// How its colours and those below it come together.
  var blend = BlendMode.normal

  indirect enum Pixels: Hashable, Sendable {
    case source(PictureSource)
    /// A picture that lies on a sheet of its own first, of which it shows no more than a part of the target.
    case sheet(SourcePicture, LayerGeometry, PixelRect)
    /// What one of libavfilter's transitions makes of two targets.
    case crossing(Crossing)
    /// Other layers, as a finished frame.
    case canvas([PlacedLayer], background: Color)
    /// A picture by itself on a canvas of the target's size.
    case alone(SourcePicture, LayerGeometry)
    /// A picture that is turned upright and taken through effects.
    case changed(SourcePicture, Orientation, [EffectSetting])
  }
}

/// One of the transitions of libavfilter's `xfade` at one moment.
struct Crossing: Hashable, Sendable {
  var kind: String
  var progress: Double
  /// The outgoing and the incoming layer; nil is transparent.
  var sides: [PlacedLayer?]
}

extension SourcePicture {
  init(_ source: PictureSource, facts: VideoFacts, canvas: PictureLight) {
    var source = source
    source.treatment = facts.treatment(for: canvas)
    let pixelFormat = source.treatment.pixelFormat(of: facts.pixelFormat, hasAlpha: facts.hasAlpha)
    let color =
      switch pixelFormat {
      case "rgba64le": ColorFacts(matrix: "gbr", isFullRange: true)
      default: source.treatment.light?.targetFacts ?? facts.color
      }
    self.init(
      pixels: .source(source), size: facts.codedSize, pixelFormat: pixelFormat, color: color, isOpaque: !facts.hasAlpha)
  }

  /// A colour that fills a picture, before it is placed.
  init(color: Color, size: PixelSize, on target: RenderTarget, origin: Origin) {
    self.init(
      pixels: .source(PictureSource(.color(color), origin: origin)), size: size, pixelFormat: "yuva444p",
      color: target.color.facts, isOpaque: color.isOpaque)
  }

  init(_ mask: WipeMask, size: PixelSize) {
    self.init(
      pixels: .source(PictureSource(.mask(mask))), size: size, pixelFormat: "gray",
      color: ColorFacts(isFullRange: true), isOpaque: true)
  }

  /// What is drawn with straight alpha, in the colours of an ordinary canvas.
  init(drawn content: PictureSource.Content, size: PixelSize, on target: RenderTarget, origin: Origin) {
    var source = PictureSource(content, origin: origin)
    source.treatment.light = LightMapping(from: .bt709, onto: target.color.canvasLight)
    self.init(
      pixels: .source(source), size: size, pixelFormat: source.treatment.pixelFormat(of: "rgba", hasAlpha: true),
      color: ColorFacts(matrix: "gbr", isFullRange: true), isOpaque: false)
  }

  init(_ crossing: Crossing, on target: RenderTarget) {
    let isOpaque = crossing.sides.allSatisfy { $0?.hidesAll == true }
    self.init(
      pixels: .crossing(crossing), size: target.size,
      pixelFormat: isOpaque ? PixelFormatName.fullChroma(of: target.pixelFormat) : "yuva444p",
      color: target.color.facts, isOpaque: isOpaque)
  }

  /// A picture that is turned and taken through effects.
  init(
    changing picture: SourcePicture, _ orientation: Orientation, _ effects: [EffectSetting], on target: RenderTarget
  ) {
    self.init(
      pixels: .changed(picture, orientation, effects),
      size: orientation.swapsAxes ? picture.size.swapped : picture.size, pixelFormat: "yuva444p",
      color: target.color.facts,
      isOpaque: picture.isOpaque && !effects.contains(where: \.givesAlpha))
  }

  /// A picture in its place on a canvas of the target's size.
  init(alone picture: SourcePicture, _ geometry: LayerGeometry, _ target: RenderTarget) {
    self.init(
      pixels: .alone(picture, geometry), size: target.size, pixelFormat: target.pixelFormat,
      color: target.color.facts, isOpaque: picture.isOpaque && geometry.coversTarget)
  }

  /// Layers that fill a picture of the target's size, back to front on a background.
  init(canvas layers: [PlacedLayer], background: Color, target: RenderTarget) {
    self.init(
      pixels: .canvas(layers.shown, background: background), size: target.size, pixelFormat: target.pixelFormat,
      color: target.color.facts, isOpaque: true)
  }

  init(sheet picture: SourcePicture, _ geometry: LayerGeometry, on rect: PixelRect, of target: RenderTarget) {
    self.init(
      pixels: .sheet(picture, geometry, rect), size: rect.size, pixelFormat: "yuva444p", color: target.color.facts,
      isOpaque: false)
  }
}

extension VideoFacts {
  /// What its frames need to mean what the canvas's do.
  func treatment(for canvas: PictureLight) -> FrameTreatment {
    var treatment = FrameTreatment()
    treatment.fields = fields
    treatment.showsBothFields = showsBothFields
    treatment.isLimitedGray = pixelFormat == "gray" && color.isFullRange == false
    if hasAlpha { treatment.alphaForm = alphaForm }
    treatment.light = LightMapping(from: color.light(peak: peakLuminance), onto: canvas)
    return treatment
  }
}

extension SourcePicture {
  /// True where it may be much brighter than white.
  var mayGlare: Bool {
    switch pixels {
    case .source, .crossing, .canvas: false
    case .sheet(let inner, _, _), .alone(let inner, _): inner.mayGlare
    case .changed(let inner, _, let effects): inner.mayGlare || effects.contains { $0.kind.mayBrightenWhite }
    }
  }

  /// True where it, or something on it, is blended, or taken through effects once it is composed.
  var blends: Bool {
    if blend != .normal { return true }
    switch pixels {
    case .source: return false
    case .sheet(let inner, _, _), .alone(let inner, _): return inner.blends
    case .changed(let inner, _, _):
      if case .source = inner.pixels { return false }
      return true
    case .canvas(let layers, _): return layers.contains(where: \.blends)
    case .crossing(let crossing): return crossing.sides.contains { $0?.blends == true }
    }
  }
}

extension EffectKind {
  /// True where white may become much brighter and stay so, which red, green and blue do not.
  fileprivate var mayBrightenWhite: Bool { [.exposure, .contrast, .sharpen, .filter].contains(self) }
}
