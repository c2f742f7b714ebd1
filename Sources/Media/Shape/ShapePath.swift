import Foundation
import TimelineModel

/// The outline of a figure in its box, as a polygon that runs clockwise.
struct ShapePath {
  private(set) var points: [Point] = []

  /// Grown by `margin` on every side. `detail` is pixels for each unit of the box.
  init(_ figure: TitleShape.Figure, box: Point, margin: Double, detail: Double) {
    let (width, height) = (box.x, box.y)
    switch figure {
    case .ellipse:
      // One without any width still has a way outwards.
      addEllipse(max(width / 2, 0.001), max(height / 2, 0.001), margin: margin, detail: detail)
    case .rectangle(let radius):
      addRectangle(width, height, radius: min(radius, width / 2, height / 2), margin: margin, detail: detail)
    case .line(let hasRoundEnds):
      let radius = hasRoundEnds ? min(width, height) / 2 : 0
      addRectangle(width, height, radius: radius, margin: margin, detail: detail)
    }
  }

  /// Sharp corners stay sharp, however far they are grown.
  private mutating func addRectangle(
    _ width: Double, _ height: Double, radius: Double, margin: Double, detail: Double
  ) {
    for (isRight, isBottom, start) in [(true, false, -90.0), (true, true, 0), (false, true, 90), (false, false, 180)] {
      guard radius > 0 else {
        points.append(Point(x: isRight ? width + margin : -margin, y: isBottom ? height + margin : -margin))
        continue
      }
      let middle = Point(x: isRight ? width - radius : radius, y: isBottom ? height - radius : radius)
      let steps = max(1, ShapePath.steps(radius: radius + margin, detail: detail) / 4)
      for step in 0...steps {
        let angle = (start + 90 * Double(step) / Double(steps)) * .pi / 180
        points.append(
          Point(x: middle.x + (radius + margin) * cos(angle), y: middle.y + (radius + margin) * sin(angle)))
      }
    }
  }

  /// What lies at a distance from an ellipse is none, so each point moves along the normal.
  private mutating func addEllipse(_ a: Double, _ b: Double, margin: Double, detail: Double) {
    let steps = ShapePath.steps(radius: max(a, b) + margin, detail: detail)
    var angles = (0..<steps).map { 2 * Double.pi * Double($0) / Double(steps) }
    if margin > 0 {
      // The normal of a narrow one turns almost all at its ends, where there are few points else.
      angles = (angles + angles.map { atan2(b * sin($0), a * cos($0)) }.map { $0 < 0 ? $0 + 2 * .pi : $0 }).sorted()
    }
    for angle in angles {
      let (cosine, sine) = (cos(angle), sin(angle))
      let length = (b * cosine * b * cosine + a * sine * a * sine).squareRoot()
      points.append(
        Point(x: a + a * cosine + margin * b * cosine / length, y: b + b * sine + margin * a * sine / length))
    }
  }

  /// So many that the polygon keeps within a hundredth of a pixel of the curve.
  private static func steps(radius: Double, detail: Double) -> Int {
    let pixels = min(radius * detail, 1e6)
    return max(16, Int((22.3 * pixels.squareRoot()).rounded(.up)))
  }
}
