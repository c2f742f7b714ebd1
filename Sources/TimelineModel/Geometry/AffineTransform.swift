/// A 2 × 3 matrix that takes (x, y) to (a·x + c·y + tx, b·x + d·y + ty).
package struct AffineTransform: Hashable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var d: Double
  package var tx: Double
  package var ty: Double

  package init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  package static let identity = AffineTransform(1, 0, 0, 1, 0, 0)
  package static func translation(_ x: Double, _ y: Double) -> Self { Self(1, 0, 0, 1, x, y) }
  package static func scale(_ x: Double, _ y: Double) -> Self { Self(x, 0, 0, y, 0, 0) }

  /// Turns clockwise, as seen on a canvas whose y axis points down. Quarter turns are exact.
  package static func rotation(degrees: Double) -> Self {
    let (sine, cosine) = sineAndCosine(degrees: degrees)
    return Self(cosine, sine, -sine, cosine, 0, 0)
  }

  /// False if it takes points to where no number is.
  package var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }

  package func apply(_ point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// This one first, then `next`.
  package func then(_ next: Self) -> Self {
    Self(
      next.a * a + next.c * b, next.b * a + next.d * b, next.a * c + next.c * d, next.b * c + next.d * d,
      next.a * tx + next.c * ty + next.tx, next.b * tx + next.d * ty + next.ty)
  }

  package var determinant: Double { a * d - b * c }

  /// Nil where the transform flattens the plane.
  package var inverse: Self? {
    let scale = determinant
    guard scale != 0 else { return nil }
    return Self(
      d / scale, -b / scale, -c / scale, a / scale, (c * ty - d * tx) / scale, (b * tx - a * ty) / scale)
  }

  /// The smallest upright rectangle around the transformed one.
  package func bounds(of rect: Rect) -> Rect {
    let corners = [
      apply(Point(x: rect.x, y: rect.y)), apply(Point(x: rect.x + rect.width, y: rect.y)),
      apply(Point(x: rect.x, y: rect.y + rect.height)),
      apply(Point(x: rect.x + rect.width, y: rect.y + rect.height)),
    ]
    let (left, right) = (corners.map(\.x).min()!, corners.map(\.x).max()!)
    let (top, bottom) = (corners.map(\.y).min()!, corners.map(\.y).max()!)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
