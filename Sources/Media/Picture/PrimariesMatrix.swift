import TimelineModel

/// Takes linear red, green and blue from one set of primaries to another; both have D65 for white.
struct PrimariesMatrix {
  private(set) var rows: [SIMD3<Double>]

  init(from source: PictureLight.Primaries, to target: PictureLight.Primaries) {
    if source == target {
      rows = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    } else {
      rows = PrimariesMatrix.product(PrimariesMatrix.inverse(target.toXYZ), source.toXYZ)
    }
  }

  static func product(_ a: [SIMD3<Double>], _ b: [SIMD3<Double>]) -> [SIMD3<Double>] {
    a.map { row in b[0] * row.x + b[1] * row.y + b[2] * row.z }
  }

  static func inverse(_ m: [SIMD3<Double>]) -> [SIMD3<Double>] {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let columns = [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])]
    let determinant = (m[0] * columns[0]).sum()
    return (0..<3).map { SIMD3(columns[0][$0], columns[1][$0], columns[2][$0]) / determinant }
  }
}

extension PictureLight.Primaries {
  /// Chromaticities of red, green and blue.
  private var points: [(x: Double, y: Double)] {
    switch self {
    case .bt709: [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)]
    case .p3: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06)]
    case .bt2020: [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)]
    }
  }

  fileprivate var toXYZ: [SIMD3<Double>] {
    func xyz(_ x: Double, _ y: Double) -> SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
    let columns = points.map { xyz($0.x, $0.y) }
    let matrix = (0..<3).map { SIMD3(columns[0][$0], columns[1][$0], columns[2][$0]) }
    let white = xyz(0.3127, 0.3290)
    let inverse = PrimariesMatrix.inverse(matrix)
    let gains = SIMD3((inverse[0] * white).sum(), (inverse[1] * white).sum(), (inverse[2] * white).sum())
    return matrix.map { $0 * gains }
  }

  /// The shares of linear red, green and blue in luminance.
  var luminance: SIMD3<Double> { toXYZ[1] }
}
