import TimelineModel

/// What the planner has to know of a picture before it is read.
struct SourcePicture: Hashable, Sendable {
  var pixels: Pixels
  /// As it is handed in, neither turned nor scaled.
  var size: PixelSize
  var pixelFormat: String
  var color: ColorFacts
  var isOpaque: Bool

  indirect enum Pixels: Hashable, Sendable {
    case source(PictureSource)
    /// A picture that lies on a sheet of its own first, of which it shows no more than a part of the target.
    case sheet(SourcePicture, LayerGeometry, PixelRect)
    /// What one of libavfilter's transitions makes of two targets.
    case crossing(Crossing)
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
  init(_ source: PictureSource, facts: VideoFacts) {
    self.init(
      pixels: .source(source), size: facts.codedSize, pixelFormat: facts.pixelFormat, color: facts.color,
      isOpaque: !facts.hasAlpha)
  }

  /// A colour that fills the canvas, before it is placed.
  init(color: Color, canvas: PixelSize, origin: Origin) {
    self.init(
      pixels: .source(PictureSource(.color(color), origin: origin)), size: canvas, pixelFormat: "yuva444p",
      color: .bt709,
      isOpaque: color.isOpaque)
  }

  init(_ mask: WipeMask, size: PixelSize) {
    self.init(
      pixels: .source(PictureSource(.mask(mask))), size: size, pixelFormat: "gray",
      color: ColorFacts(isFullRange: true), isOpaque: true)
  }

  init(title index: Int, facts: TitleFacts, origin: Origin) {
    self.init(
      pixels: .source(PictureSource(.title(index), origin: origin)), size: facts.size, pixelFormat: "rgba",
      color: ColorFacts(matrix: "gbr", isFullRange: true), isOpaque: false)
  }

  init(_ crossing: Crossing, on target: RenderTarget) {
    let isOpaque = crossing.sides.allSatisfy { $0?.hidesAll == true }
    self.init(
      pixels: .crossing(crossing), size: target.size,
      pixelFormat: isOpaque ? PixelFormatName.fullChroma(of: target.pixelFormat) : "yuva444p", color: .bt709,
      isOpaque: isOpaque)
  }

  init(sheet picture: SourcePicture, _ geometry: LayerGeometry, on rect: PixelRect) {
    self.init(
      pixels: .sheet(picture, geometry, rect), size: rect.size, pixelFormat: "yuva444p", color: .bt709,
      isOpaque: false)
  }
}
