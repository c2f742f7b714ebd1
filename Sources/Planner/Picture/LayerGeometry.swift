import TimelineModel

/// How a picture gets onto the target: turned by quarters, cropped and scaled to whole pixels, and what is then left
/// to do, which is a shift by whole pixels or a transform whose scale is about 1, or down to a half of what is turned.
struct LayerGeometry: Hashable, Sendable {
  /// How the coded picture is turned and mirrored.
  var orientation: Orientation
  /// The part of the turned picture that shows, exactly.
  var visible: Rect
  /// True where an edge of that goes through pixels, which are drawn as if they all showed and cut afterwards.
  var cutsPixels = false
  /// Where on the target it is cut, if that goes through pixels there.
  var clip: Rect?
  /// The part of it that is read.
  var crop: PixelRect
  /// What that part is scaled to.
  var scaledSize: PixelSize
  /// The part of the scaled picture that may be seen.
  var kept: PixelRect
  /// From scaled pixels to target pixels.
  var residual: Residual
  /// The target pixels that it can touch.
  var bounds: PixelRect
  /// True where it leaves no part of the target free.
  var coversTarget: Bool

  enum Residual: Hashable, Sendable {
    case offset(x: Int, y: Int)
    case transform(AffineTransform)
  }
}

extension LayerGeometry {
  /// From the turned picture's pixels to target pixels.
  var fromPicture: AffineTransform {
    let read = AffineTransform.translation(-Double(crop.x), -Double(crop.y))
      .then(
        .scale(Double(scaledSize.width) / Double(crop.width), Double(scaledSize.height) / Double(crop.height)))
    switch residual {
    case .offset(let x, let y): return read.then(.translation(Double(x), Double(y)))
    case .transform(let transform): return read.then(transform)
    }
  }

  /// Of a picture that lies pixel for pixel.
  init(whole rect: PixelRect, coversTarget: Bool = false) {
    let own = PixelRect(x: 0, y: 0, width: rect.width, height: rect.height)
    self.init(
      orientation: .upright, visible: rect.size.rect, crop: own, scaledSize: rect.size, kept: own,
      residual: .offset(x: rect.x, y: rect.y), bounds: rect, coversTarget: coversTarget)
  }

  /// Of a picture that is the target's size.
  static func whole(of target: RenderTarget) -> LayerGeometry {
    LayerGeometry(whole: target.bounds, coversTarget: true)
  }

  /// Nil where nothing of the picture is to be seen.
  init?(_ placing: Placing, on target: PixelRect) {
    guard let placing = placing.turnedNearlyUpright()?.snapped().unclipped() else { return nil }
    let window = placing.clip.map { ($0.wholePixels ?? PixelRect(around: $0)).intersection(target) } ?? target
    if let exact = LayerGeometry(wholePixels: placing, window: window, target: target) {
      self = exact
    } else {
      self.init(resampling: placing, window: window, target: target)
    }
    guard !bounds.isEmpty else { return nil }
  }

  /// Where whole pixels of the picture come to lie on whole pixels of the target, scaling is all there is to do.
  private init?(wholePixels placing: Placing, window: PixelRect, target: PixelRect) {
    guard placing.transform.isUpright(over: placing.visible), let crop = placing.visible.wholePixels else { return nil }
    let landing = placing.transform.bounds(of: placing.visible)
    guard let rect = landing.wholePixels, !rect.isEmpty,
      rect.width * rect.height <= 4 * max(target.width * target.height, crop.width * crop.height)
    else { return nil }
    let seen = rect.intersection(window)
    self.init(
      orientation: placing.orientation, visible: crop.rect, crop: crop, scaledSize: rect.size,
      kept: seen.offset(x: -rect.x, y: -rect.y),
      residual: .offset(x: rect.x, y: rect.y), bounds: seen, coversTarget: seen == target)
  }

  private init?(resampling placing: Placing, window: PixelRect, target: PixelRect) {
    let transform = placing.transform
    guard let inverse = transform.inverse else { return nil }
    let covers = window == target && transform.image(of: placing.visible, covers: target.rect)
    var (visible, window) = (placing.visible, window)
    if covers {
      // What lies outside a crop that reaches past the target may well be read, which spares its edges the rounding.
      visible = placing.size.rect
    } else if visible.wholePixels == nil, transform.isUpright(over: visible),
      let landing = transform.bounds(of: visible).wholePixels
    {
      // Edges on whole pixels of the target need no others.
      (visible, window) = (placing.size.rect, window.intersection(landing))
    }
    let cutsPixels = visible.wholePixels == nil
    let room = cutsPixels ? placing.size.rect : visible
    let seen = cutsPixels ? PixelRect(around: transform.bounds(of: visible)).intersection(window) : window
    // Filters look a few pixels further than what is seen.
    let reach = inverse.bounds(of: seen.expanded(by: 4).rect).intersection(room)
    guard !seen.isEmpty, reach.width > 0, reach.height > 0 else { return nil }
    let crop = PixelRect(around: reach).expanded(by: 4).aligned(to: ChromaSubsampling(horizontal: 2, vertical: 2))
      .intersection(PixelRect(around: room))
    let (scaleX, scaleY) = transform.scalesBeforehand
    // Enlarged a hundred times, a few pixels around what is seen are more than anyone needs.
    let largest = 4 * max(window.width, window.height)
    let scaledSize = PixelSize(
      width: min(max(1, Int(pixel: Double(crop.width) * scaleX)), largest),
      height: min(max(1, Int(pixel: Double(crop.height) * scaleY)), largest))
    let shrink = Point(
      x: Double(crop.width) / Double(scaledSize.width), y: Double(crop.height) / Double(scaledSize.height))
    let residual = AffineTransform.scale(shrink.x, shrink.y)
      .then(.translation(Double(crop.x), Double(crop.y))).then(transform)
    let showing = Rect(
      x: visible.x - Double(crop.x), y: visible.y - Double(crop.y), width: visible.width, height: visible.height
    ).scaled(1 / shrink.x, 1 / shrink.y)
    let kept = (cutsPixels ? PixelRect(around: showing).expanded(by: 1) : PixelRect(nearest: showing))
      .intersection(PixelRect(x: 0, y: 0, width: scaledSize.width, height: scaledSize.height))
    guard !kept.isEmpty else { return nil }
    self.init(
      orientation: placing.orientation, visible: visible, cutsPixels: cutsPixels,
      clip: placing.clip.flatMap { $0.wholePixels == nil ? $0.intersection(window.rect) : nil }, crop: crop,
      scaledSize: scaledSize, kept: kept,
      residual: .transform(residual),
      bounds: PixelRect(around: residual.bounds(of: kept.rect)).expanded(by: 1).intersection(window),
      coversTarget: covers)
    if !cutsPixels, clip == nil, let offset = residual.wholePixelOffset(over: scaledSize) {
      self.residual = .offset(x: offset.x, y: offset.y)
      bounds = kept.offset(x: offset.x, y: offset.y).intersection(window)
    }
  }
}

extension AffineTransform {
  /// How much it stretches the x axis and the y axis.
  var axisScales: (x: Double, y: Double) { ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot()) }

  /// How much a picture is to be scaled before the rest of it is read linearly: of what is turned and made smaller,
  /// several points are read for each pixel.
  fileprivate var scalesBeforehand: (x: Double, y: Double) {
    let (x, y) = axisScales
    return keepsRectangles ? (x, y) : (x < 1 ? min(1, 2 * x) : x, y < 1 ? min(1, 2 * y) : y)
  }

  /// True where it turns `rect` by so little that no pixel moves, and mirrors nothing.
  func isUpright(over rect: Rect) -> Bool {
    a > 0 && d > 0 && abs(b) * rect.width < sliver && abs(c) * rect.height < sliver
  }

  /// True where nothing in `rect` becomes larger or smaller, if it stays upright.
  func onlyMoves(_ rect: Rect) -> Bool { abs(a - 1) * rect.width < sliver && abs(d - 1) * rect.height < sliver }

  /// True where it takes upright rectangles to upright ones.
  var keepsRectangles: Bool {
    let (x, y) = axisScales
    return (abs(b) < 1e-9 * x && abs(c) < 1e-9 * y) || (abs(a) < 1e-9 * x && abs(d) < 1e-9 * y)
  }

  /// The shift by whole pixels that it is to within a sliver, over a picture of this size.
  func wholePixelOffset(over size: PixelSize) -> (x: Int, y: Int)? {
    let corners = [(0, 0), (size.width, 0), (0, size.height), (size.width, size.height)]
    let (x, y) = (tx.rounded(), ty.rounded())
    let isShift = corners.allSatisfy { corner in
      let point = Point(x: Double(corner.0), y: Double(corner.1))
      let moved = apply(point)
      return abs(moved.x - point.x - x) < sliver && abs(moved.y - point.y - y) < sliver
    }
    return isShift ? (Int(pixel: x), Int(pixel: y)) : nil
  }

  /// True where every corner of `target`, and so all of it, lies in what `rect` becomes.
  func image(of rect: Rect, covers target: Rect) -> Bool {
    guard let inverse else { return false }
    let (slackX, slackY) = (sliver / axisScales.x, sliver / axisScales.y)
    let corners = [
      Point(x: target.x, y: target.y), Point(x: target.maxX, y: target.y), Point(x: target.x, y: target.maxY),
      Point(x: target.maxX, y: target.maxY),
    ]
    return corners.map(inverse.apply).allSatisfy {
      $0.x > rect.x - slackX && $0.x < rect.maxX + slackX && $0.y > rect.y - slackY && $0.y < rect.maxY + slackY
    }
  }
}
