import TimelineModel

/// Where a picture is to lie on the target, exactly.
struct Placing: Hashable, Sendable {
  var orientation: Orientation
  /// The size of the turned picture.
  var size: PixelSize
  /// The part of it that shows, in its pixels.
  var visible: Rect
  /// From its pixels to target pixels.
  var transform: AffineTransform
  /// The part of the target that it may touch; nil is all.
  var clip: Rect?
  /// Its own edges go to the nearest whole pixels, before it is clipped.
  var snaps: Bool
}

extension Placing {
  /// Of all of a picture that stands upright.
  init(whole size: PixelSize, by transform: AffineTransform, snaps: Bool) {
    self.init(
      orientation: .upright, size: size, visible: size.rect, transform: transform, clip: nil, snaps: snaps)
  }

  /// Cuts it to a rectangle of the space that `transform` leads to.
  mutating func crop(to rect: Rect) {
    if clip == nil, !snaps, transform.keepsRectangles, let inverse = transform.inverse {
      visible = visible.intersection(inverse.bounds(of: rect))
    } else {
      clip = clip.map { $0.intersection(rect) } ?? rect
    }
  }

  /// False where the clip would be turned, which then is no rectangle any more.
  func canMove(by next: AffineTransform) -> Bool { clip == nil || next.keepsRectangles }

  /// Takes the space that `transform` leads to through `next`.
  mutating func move(by next: AffineTransform) {
    transform = transform.then(next)
    clip = clip.map(next.bounds)
  }

  /// The same, clipped by what shows of it instead, if that can be said so.
  func unclipped() -> Placing {
    guard let clip, clip.wholePixels == nil, transform.keepsRectangles || transform.isUpright(over: visible),
      let inverse = transform.inverse
    else { return self }
    var result = self
    result.visible = visible.intersection(inverse.bounds(of: clip))
    result.clip = nil
    return result
  }

  /// The same, with mirroring and quarter turns moved from the transform into the orientation, which costs no
  /// sharpness. Nil where the transform flattens the picture or nothing is visible.
  func turnedNearlyUpright() -> Placing? {
    guard abs(transform.determinant) > 1e-9, visible.width > 0, visible.height > 0 else { return nil }
    var result = self
    if transform.determinant < 0 { result.mirror() }
    // Four turns are none: what is skewed beyond a quarter turn's help stays as it is.
    for _ in 0..<4 where result.transform.a < abs(result.transform.b) * (1 - 1e-9) { result.turnClockwise() }
    return result
  }

  private mutating func mirror() {
    // Mirroring after turning by k quarters is mirroring first and turning by −k.
    orientation = Orientation(quarterTurns: -orientation.quarterTurns, isMirrored: !orientation.isMirrored)
    visible.x = Double(size.width) - visible.maxX
    transform = AffineTransform(-1, 0, 0, 1, Double(size.width), 0).then(transform)
  }

  private mutating func turnClockwise() {
    orientation = Orientation(quarterTurns: orientation.quarterTurns + 1, isMirrored: orientation.isMirrored)
    let height = Double(size.height)
    visible = Rect(x: height - visible.maxY, y: visible.x, width: visible.height, height: visible.width)
    // A point (x, y) of the turned picture was (y, height − x).
    transform = AffineTransform(0, -1, 1, 0, 0, height).then(transform)
    size = PixelSize(width: size.height, height: size.width)
  }
}
