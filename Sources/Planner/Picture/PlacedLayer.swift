import TimelineModel

/// A layer as it stands at one moment.
indirect enum PlacedLayer: Hashable, Sendable {
  case picture(SourcePicture, LayerGeometry, opacity: Double)
  /// A mixture with so much of the second; nil is transparent.
  case mix(PlacedLayer?, PlacedLayer?, amount: Double, by: PlacedMixture, opacity: Double)
  /// What a matte leaves of a layer.
  case matted(PlacedLayer, by: PlacedMatte, opacity: Double)
  /// Several as one, back to front.
  case group([PlacedLayer], opacity: Double)

  var opacity: Double {
    switch self {
    case .picture(_, _, let opacity), .mix(_, _, _, _, let opacity), .matted(_, _, let opacity),
      .group(_, let opacity):
      opacity
    }
  }

  /// True where nothing below it would show if its opacity were 1.
  var covers: Bool {
    switch self {
    case .picture(let picture, let geometry, _):
      picture.isOpaque && geometry.coversTarget && picture.blend == .normal
    case .mix(let first, let second, _, _, _): first?.hidesAll == true && second?.hidesAll == true
    case .matted: false
    case .group(let layers, _): layers.contains(where: \.hidesAll)
    }
  }

  /// True where some part of it does not fill the target, or not everywhere alike.
  var needsOverlay: Bool {
    switch self {
    case .picture: !covers
    case .mix(let first, let second, _, let mixture, _):
      mixture != .even || first?.needsOverlay == true || second?.needsOverlay == true
    case .matted: true
    case .group(let layers, _): layers.contains(where: \.needsOverlay)
    }
  }

  /// True where some part of it does not come with chroma samples of just these pixels.
  func hasOtherChroma(than chroma: ChromaSubsampling) -> Bool {
    switch self {
    case .picture(let picture, let geometry, _): picture.hasOtherChroma(than: chroma, in: geometry)
    case .mix(let first, let second, _, _, _):
      [first, second].contains { $0?.hasOtherChroma(than: chroma) == true }
    case .matted(let content, _, _): content.hasOtherChroma(than: chroma)
    case .group(let layers, _): layers.contains { $0.hasOtherChroma(than: chroma) }
    }
  }

  /// True where some part of it is blended.
  var blends: Bool {
    switch self {
    case .picture(let picture, _, _): picture.blends
    case .mix(let first, let second, _, _, _): first?.blends == true || second?.blends == true
    case .group(let layers, _): layers.contains(where: \.blends)
    // A matte shows only how bright or how opaque it is.
    case .matted(let content, _, _): content.blends
    }
  }

  /// True where nothing below it shows.
  var hidesAll: Bool { opacity >= 1 && covers }

  /// A mixture that has come to one of its ends is that layer alone.
  static func mixture(
    _ first: PlacedLayer?, _ second: PlacedLayer?, amount: Double, by mixture: PlacedMixture = .even, opacity: Double
  ) -> PlacedLayer? {
    if amount <= 0 { return first?.dimmed(by: opacity) }
    if amount >= 1 { return second?.dimmed(by: opacity) }
    return first == nil && second == nil ? nil : .mix(first, second, amount: amount, by: mixture, opacity: opacity)
  }

  /// Those that show as one, back to front; nil where none does.
  static func grouped(_ layers: [PlacedLayer], opacity: Double) -> PlacedLayer? {
    let layers = layers.shown
    guard layers.count > 1 else { return layers.first?.dimmed(by: opacity) }
    return opacity > 0 ? .group(layers, opacity: opacity) : nil
  }

  private func dimmed(by factor: Double) -> PlacedLayer {
    switch self {
    case .group(let layers, let opacity): .group(layers, opacity: opacity * factor)
    case .picture(let picture, let geometry, let opacity): .picture(picture, geometry, opacity: opacity * factor)
    case .mix(let first, let second, let amount, let mixture, let opacity):
      .mix(first, second, amount: amount, by: mixture, opacity: opacity * factor)
    case .matted(let content, let matte, let opacity): .matted(content, by: matte, opacity: opacity * factor)
    }
  }
}

extension [PlacedLayer] {
  /// Those of which something is seen, back to front.
  var shown: [PlacedLayer] { Array(self[(lastIndex(where: \.hidesAll) ?? 0)...]) }
}

extension SourcePicture {
  fileprivate func hasOtherChroma(than chroma: ChromaSubsampling, in geometry: LayerGeometry) -> Bool {
    if case .source(let source) = pixels, case .color = source.content { return false }
    let own = PixelFormatName.isRGB(pixelFormat) ? .none : ChromaSubsampling(pixelFormat: pixelFormat)
    guard case .offset = geometry.residual, own == chroma, geometry.scaledSize == geometry.crop.size else {
      return true
    }
    return geometry.orientation.swapsAxes && chroma.horizontal != chroma.vertical
      || !geometry.crop.isAligned(to: chroma) || !geometry.bounds.isAligned(to: chroma)
  }
}

/// How two placed layers share the target.
enum PlacedMixture: Hashable, Sendable {
  /// (1 − amount)·first + amount·second.
  case even
  /// (1 − m)·first + m·second, with m of each pixel.
  case wipe(WipeMask)
}

/// What cuts another layer out.
struct PlacedMatte: Hashable, Sendable {
  /// Nil where there is nothing of it.
  var layer: PlacedLayer?
  /// Else its luma counts.
  var isAlpha: Bool
  var isInverted: Bool

  /// True where it leaves nothing.
  var hidesAll: Bool { layer == nil && !isInverted }
}
