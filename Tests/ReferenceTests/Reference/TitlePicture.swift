import Media
import TimelineModel

/// A title's raster, which is taken as given, and where it lies, which is not.
struct TitlePicture: Sendable {
  private let title: Title
  private let picture: Picture
  private let size: SIMD2<Double>
  /// The text's box in raster pixels.
  private let boxCorner: SIMD2<Double>
  private let boxSize: SIMD2<Double>
  /// Raster pixels for each canvas pixel at scale 1.
  private let rasterScale: Double

  init(_ title: Title) throws {
    self.title = title
    let scales = [title.scale.base] + title.scale.pieces.flatMap { [$0.from, $0.to] }
    rasterScale = scales.map { max($0.x, $0.y) }.max() ?? 1
    let raster = try TextRasteriser().raster(title.text, style: title.style, scale: rasterScale)
    picture = Picture(rgba: raster.rgba, size: raster.size, isPremultiplied: true)
    size = SIMD2(Double(raster.size.width), Double(raster.size.height))
    boxCorner = raster.boxOffset.vector
    boxSize = raster.boxSize.vector * rasterScale
  }

  /// Nil while it does not show.
  func shape(at time: TimelineTime) -> Shape? {
    guard title.range.contains(time) else { return nil }
    let anchor = boxCorner + title.anchor.vector * boxSize
    let factor = title.scale.defined(at: time).vector / rasterScale
    let (rotation, landing) = (title.rotation.defined(at: time), title.position.defined(at: time).vector)
    let place: (SIMD2<Double>) -> SIMD2<Double> = { landing + turned(($0 - anchor) * factor, by: rotation) }
    let map = PlaneMap { place($0 * size) }
    let opacity = title.opacity.defined(at: time) * title.fade.defined(at: time, over: title.range)
    var shape = Shape(
      picture: picture, outline: ConvexPolygon(from: .zero, to: size).mapped(place), map: map, opacity: opacity)
    // Letters that stand still keep their sharp edges.
    let stands = title.scale.isConstant && title.rotation.isConstant && title.position.isConstant
    if stands, shape.isUpright { shape.snap() }
    return shape
  }
}
