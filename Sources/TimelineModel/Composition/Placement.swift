/// Where a segment's picture lies on the canvas, in the order of its fields: the upright picture is cropped, fitted to
/// the canvas and centred, then either scaled and turned about its anchor, which lands on the position, or taken
/// through a matrix.
package struct Placement: Hashable, Sendable {
  /// The part of the upright picture that is used, in fractions of it.
  package var crop: Curve<Rect>
  package var fit: Fit
  /// In fractions of the cropped picture.
  package var anchor: Point
  /// 1 is the fitted size; x and y.
  package var scale: Curve<Point>
  /// Degrees clockwise.
  package var rotation: Curve<Double>
  /// Where the anchor lands, in canvas pixels; nil is where `fit` put it.
  package var position: Curve<Point>?
  /// In canvas pixels, applied to the picture as `fit` laid it; replaces scale, rotation and position.
  package var matrix: Curve<AffineTransform>?

  package init(
    crop: Curve<Rect> = Curve(.unit), fit: Fit = .contain, anchor: Point = Point(x: 0.5, y: 0.5),
    scale: Curve<Point> = Curve(Point(x: 1, y: 1)), rotation: Curve<Double> = Curve(0),
    position: Curve<Point>? = nil, matrix: Curve<AffineTransform>? = nil
  ) {
    self.crop = crop
    self.fit = fit
    self.anchor = anchor
    self.scale = scale
    self.rotation = rotation
    self.position = position
    self.matrix = matrix
  }
}

/// How a picture of one shape is laid on a canvas of another.
package enum Fit: String, Hashable, Sendable, CaseIterable {
  /// As large as possible with all of it visible.
  case contain
  /// As small as possible with all of the canvas covered.
  case cover
  /// To the canvas's shape, whatever its own.
  case stretch
  /// Pixel for pixel.
  case none
}

extension Placement {
  /// The transform at `time` from the cropped picture, whose size is given in square pixels with its top left corner
  /// at the origin, to canvas pixels.
  package func transform(at time: TimelineTime, croppedSize: Point, canvas: PixelSize) -> AffineTransform {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let fitted = fitScale(croppedSize, width, height)
    let left = (width - croppedSize.x * fitted.x) / 2
    let top = (height - croppedSize.y * fitted.y) / 2
    let laid = AffineTransform.scale(fitted.x, fitted.y).then(.translation(left, top))
    if let matrix { return laid.then(matrix.value(at: time)) }
    let anchorPoint = Point(x: croppedSize.x * anchor.x, y: croppedSize.y * anchor.y)
    let landing = position?.value(at: time) ?? laid.apply(anchorPoint)
    let factor = scale.value(at: time)
    return AffineTransform.translation(-anchorPoint.x, -anchorPoint.y)
      .then(.scale(fitted.x * factor.x, fitted.y * factor.y))
      .then(.rotation(degrees: rotation.value(at: time)))
      .then(.translation(landing.x, landing.y))
  }

  private func fitScale(_ size: Point, _ width: Double, _ height: Double) -> Point {
    let (x, y) = (width / size.x, height / size.y)
    switch fit {
    case .contain: return Point(x: min(x, y), y: min(x, y))
    case .cover: return Point(x: max(x, y), y: max(x, y))
    case .stretch: return Point(x: x, y: y)
    case .none: return Point(x: 1, y: 1)
    }
  }
}
