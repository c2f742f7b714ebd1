import Foundation

/// What a hand has passed that turns clockwise about the middle, from straight up.
struct ClockHand {
  /// Where it points.
  private let hand: SIMD2<Double>
  private let isPastHalf: Bool

  init(turn: Double) {
    hand = SIMD2(sin(turn * 2 * .pi), -cos(turn * 2 * .pi))
    isPastHalf = turn > 0.5
  }

  /// The part of a turn until it points to a place.
  static func turn(to place: SIMD2<Double>) -> Double {
    let turn = atan2(place.x, -place.y) / (2 * .pi)
    return turn < 0 ? turn + 1 : turn
  }

  func coverage(of cell: PixelCell) -> Double {
    let (middle, reach) = (cell.middle, cell.reach)
    let (fromStart, fromHand) = (middle.x, hand.cross(middle))
    if abs(fromStart) > reach, abs(fromHand) > reach {
      let isPassed = isPastHalf ? !(fromStart < 0 && fromHand > 0) : fromStart > 0 && fromHand < 0
      return isPassed ? 1 : 0
    }
    // Up to half a turn what is passed is a wedge, and after that what is not.
    let side = isPastHalf ? -1.0 : 1
    let wedge = clip(clip(cell.corners) { $0.x * side }) { -hand.cross($0) * side }
    let part = min(area(of: wedge) / cell.area, 1)
    return isPastHalf ? 1 - part : part
  }

  /// The part of a convex polygon where `distance`, which has to be linear, is not negative.
  private func clip(_ polygon: [SIMD2<Double>], _ distance: (SIMD2<Double>) -> Double) -> [SIMD2<Double>] {
    var kept: [SIMD2<Double>] = []
    for index in polygon.indices {
      let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
      let (da, db) = (distance(a), distance(b))
      if da >= 0 { kept.append(a) }
      if da > 0 && db < 0 || da < 0 && db > 0 { kept.append(a + (b - a) * (da / (da - db))) }
    }
    return kept
  }

  private func area(of polygon: [SIMD2<Double>]) -> Double {
    var sum = 0.0
    for index in polygon.indices { sum += polygon[index].cross(polygon[(index + 1) % polygon.count]) }
    return abs(sum) / 2
  }
}
