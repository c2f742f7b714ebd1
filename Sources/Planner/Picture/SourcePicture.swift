import TimelineModel

/// What the planner has to know of a picture before it is read.
struct SourcePicture: Hashable, Sendable {
  var source: PictureSource
  /// As it is handed in, neither turned nor scaled.
  var size: PixelSize
  var pixelFormat: String
  var color: ColorFacts
  var isOpaque: Bool
}

extension SourcePicture {
  init(_ source: PictureSource, facts: VideoFacts) {
    self.init(
      source: source, size: facts.codedSize, pixelFormat: facts.pixelFormat, color: facts.color,
      isOpaque: !facts.hasAlpha)
  }

  /// A colour that fills the canvas, before it is placed.
  init(color: Color, canvas: PixelSize, origin: Origin) {
    self.init(
      source: PictureSource(.color(color), origin: origin), size: canvas, pixelFormat: "yuva444p", color: .canvas,
      isOpaque: color.isOpaque)
  }

  init(title index: Int, facts: TitleFacts, origin: Origin) {
    self.init(
      source: PictureSource(.title(index), origin: origin), size: facts.size, pixelFormat: "rgba",
      color: ColorFacts(matrix: "gbr", isFullRange: true), isOpaque: false)
  }
}
