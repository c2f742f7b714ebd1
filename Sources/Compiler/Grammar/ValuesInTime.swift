import TimelineModel

/// Values in time of tracks, segments and instructions, each made once for all places where it may stand.
enum Animation {
  static let share = Grammar.animated("share", Scalar.share)
  static let degrees = Grammar.animated("number", Scalar.degrees)
  static let gain = Grammar.animated("gain", Scalar.gain)
  static let speed = Grammar.animated("speed", Scalar.rational)
  static let scale = Grammar.animated("scale", Scalar.scale)
  static let point = Grammar.animated("point", Scalar.point)
  static let rectangle = Grammar.animated("rectangle", Scalar.rectangle)
  static let matrix = Grammar.animated("matrix", Scalar.matrix)
}

/// Those of titles.
enum Movement {
  static let share = Grammar.moving("share", Scalar.share)
  static let degrees = Grammar.moving("number", Scalar.degrees)
  static let scale = Grammar.moving("scale", Scalar.scale)
  static let point = Grammar.moving("point", Scalar.point)
  static let size = Grammar.moving("point", Scalar.size)
  static let length = Grammar.moving("length", Scalar.length)
  static let color = Grammar.moving("color", Scalar.color)
}

extension Scalar {
  /// One factor for both axes, or one for each.
  static let scale = Grammar<Point>.either(
    "a scale such as `0.5` or `[1, 0.5]`", scalar: Scalar.fraction.map { Point(x: $0, y: $0) },
    sequence: Grammar<[Double]>.tuple(Scalar.fraction, count: 2, "two factors").map { Point(x: $0[0], y: $0[1]) })

  fileprivate static let point = Grammar<[Length]>.tuple(Scalar.length, count: 2, "a point such as `[50%, 50%]`")
  fileprivate static let size = Grammar<[Length]>.tuple(Scalar.length, count: 2, "a size such as `[40%, 120]`")
  fileprivate static let rectangle = Grammar<[Length]>.tuple(
    Scalar.length, count: 4, "a rectangle `[x, y, width, height]`")
  fileprivate static let matrix = Grammar<[Double]>.tuple(Scalar.number, count: 6, "a matrix `[a, b, c, d, tx, ty]`")
    .map { AffineTransform($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
}
