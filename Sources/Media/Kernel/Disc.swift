import Foundation

/// A disc about the middle.
struct Disc {
  let radius: Double

  func coverage(of cell: PixelCell) -> Double {
    let (distance, reach) = (cell.middle.length, cell.reach)
    if distance >= radius + reach { return 0 }
    if distance <= radius - reach { return 1 }
    let corners = cell.corners
    var area = 0.0
    for index in corners.indices { area += part(corners[index], corners[(index + 1) % corners.count]) }
    return min(abs(area) / cell.area, 1)
  }

  /// The disc's part of the triangle between its middle and an edge, signed by the way around.
  private func part(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let along = b - a
    let (square, half) = (along.dot(along), a.dot(along))
    let room = half * half - square * (a.dot(a) - radius * radius)
    guard room > 0 else { return sector(a, b) }
    let root = room.squareRoot()
    let (enter, leave) = ((-half - root) / square, (-half + root) / square)
    guard leave > 0, enter < 1 else { return sector(a, b) }
    let (first, last) = (a + along * max(enter, 0), a + along * min(leave, 1))
    return sector(a, first) + first.cross(last) / 2 + sector(last, b)
  }

  private func sector(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    radius * radius / 2 * atan2(a.cross(b), a.dot(b))
  }
}
