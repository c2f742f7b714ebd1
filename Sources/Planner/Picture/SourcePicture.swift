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
    /// Other layers, as a finished frame.
    case canvas([PlacedLayer], background: Color)
  }
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

  /// What is drawn with straight alpha.
  init(drawn content: PictureSource.Content, size: PixelSize, origin: Origin) {
    self.init(
      pixels: .source(PictureSource(content, origin: origin)), size: size, pixelFormat: "rgba",
      color: ColorFacts(matrix: "gbr", isFullRange: true), isOpaque: false)
  }

  /// Layers that fill a picture of the target's size, back to front on a background.
  init(canvas layers: [PlacedLayer], background: Color, target: RenderTarget) {
    self.init(
      pixels: .canvas(layers, background: background), size: target.size, pixelFormat: target.pixelFormat,
      color: .bt709, isOpaque: true)
  }

  init(sheet picture: SourcePicture, _ geometry: LayerGeometry, on rect: PixelRect) {
    self.init(
      pixels: .sheet(picture, geometry, rect), size: rect.size, pixelFormat: "yuva444p", color: .bt709,
      isOpaque: false)
  }
}
