/// A length in canvas pixels plus a fraction of a length that is known later.
package struct RelativeLength: Hashable, Sendable {
  package var pixels: Double
  package var fraction: Double

  package init(pixels: Double = 0, fraction: Double = 0) {
    self.pixels = pixels
    self.fraction = fraction
  }

  package func resolved(in whole: Double) -> Double { pixels + fraction * whole }

  /// As documents write it: pixels or percent, whichever there is.
  package var inText: String { fraction == 0 ? pixels.plain : fraction.percent }
}

/// A point or a size, each of whose sides is relative to that of a box.
package struct RelativePoint: Hashable, Sendable {
  package var x: RelativeLength
  package var y: RelativeLength

  package init(x: RelativeLength, y: RelativeLength) {
    self.x = x
    self.y = y
  }

  /// In pixels alone.
  package init(_ point: Point) { self.init(x: RelativeLength(pixels: point.x), y: RelativeLength(pixels: point.y)) }

  package static let middle = RelativePoint(x: RelativeLength(fraction: 0.5), y: RelativeLength(fraction: 0.5))
  package static let whole = RelativePoint(x: RelativeLength(fraction: 1), y: RelativeLength(fraction: 1))

  package func resolved(in size: Point) -> Point { Point(x: x.resolved(in: size.x), y: y.resolved(in: size.y)) }
}
