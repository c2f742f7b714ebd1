import TimelineModel

/// An upright rectangle of whole pixels.
struct PixelRect: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var size: PixelSize { PixelSize(width: width, height: height) }
  var maxX: Int { x + width }
  var maxY: Int { y + height }
  var isEmpty: Bool { width <= 0 || height <= 0 }
  var rect: Rect { Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height)) }

  /// The smallest one around `rect`, with a sliver of tolerance for floating point.
  init(around rect: Rect) {
    let (left, top) = ((rect.x + sliver).rounded(.down), (rect.y + sliver).rounded(.down))
    let right = (rect.x + rect.width - sliver).rounded(.up)
    let bottom = (rect.y + rect.height - sliver).rounded(.up)
    self.init(left: left, top: top, right: right, bottom: bottom)
  }

  /// Every edge on the nearest whole pixel.
  init(nearest rect: Rect) {
    self.init(
      left: rect.x.nearestWhole, top: rect.y.nearestWhole, right: rect.maxX.nearestWhole,
      bottom: rect.maxY.nearestWhole)
  }

  private init(left: Double, top: Double, right: Double, bottom: Double) {
    let (x, y) = (Int(pixel: left), Int(pixel: top))
    self.init(x: x, y: y, width: Int(pixel: right) - x, height: Int(pixel: bottom) - y)
  }

  init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }

  func expanded(by margin: Int) -> PixelRect { expanded(x: margin, y: margin) }

  /// Wider and higher at either side.
  func expanded(x dx: Int, y dy: Int) -> PixelRect {
    PixelRect(x: x - dx, y: y - dy, width: width + 2 * dx, height: height + 2 * dy)
  }

  func offset(x dx: Int, y dy: Int) -> PixelRect { PixelRect(x: x + dx, y: y + dy, width: width, height: height) }

  /// Grown until every edge lies on a multiple of the chroma's steps.
  func aligned(to chroma: ChromaSubsampling) -> PixelRect {
    func down(_ value: Int, _ step: Int) -> Int { value - ((value % step) + step) % step }
    let (left, top) = (down(x, chroma.horizontal), down(y, chroma.vertical))
    let (right, bottom) = (-down(-maxX, chroma.horizontal), -down(-maxY, chroma.vertical))
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// With one more chroma sample at its right and at its bottom, where chroma is subsampled: at a layer's last ones
  /// `overlay` takes the alpha of one pixel for that of all, so nothing may lie there.
  func extended(by chroma: ChromaSubsampling) -> PixelRect {
    let (right, bottom) = (chroma.horizontal > 1 ? chroma.horizontal : 0, chroma.vertical > 1 ? chroma.vertical : 0)
    return PixelRect(x: x, y: y, width: width + right, height: height + bottom)
  }

  func isAligned(to chroma: ChromaSubsampling) -> Bool { self == aligned(to: chroma) }
}

extension Int {
  /// The nearest whole pixel, within what any picture has.
  init(pixel: Double) { self = pixel.isNaN ? 0 : Int(Swift.min(Swift.max(pixel, -1e9), 1e9).rounded()) }
}

extension Double {
  /// The nearest whole number; of the middle between two, whatever floating point makes of it, the higher one, so that
  /// numbers that are wholes apart stay so.
  var nearestWhole: Double { (self + 0.5 + 1e-6).rounded(.down) }
}

extension Rect {
  var maxX: Double { x + width }
  var maxY: Double { y + height }

  func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }

  func scaled(_ sx: Double, _ sy: Double) -> Rect { Rect(x: x * sx, y: y * sy, width: width * sx, height: height * sy) }

  /// The whole pixels it stands for, where every edge is within a sliver of one.
  var wholePixels: PixelRect? {
    let edges = [x, y, maxX, maxY]
    return edges.allSatisfy { abs($0 - $0.rounded()) < sliver } ? PixelRect(nearest: self) : nil
  }
}

/// Differences of less than this many pixels are floating point's, not the document's.
let sliver = 1.0 / 256
