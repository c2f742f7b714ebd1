import Foundation

extension CoverageMask {
  /// How far a blur of this standard deviation reaches, in pixels.
  static func reach(ofBlur deviation: Double) -> Int { Int((3 * deviation).rounded(.up)) }

  /// Softened by a Gaussian curve, cut off at three standard deviations.
  func blurred(_ deviation: Double) -> CoverageMask {
    let reach = CoverageMask.reach(ofBlur: deviation)
    guard reach > 0 else { return self }
    let bell = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let total = bell.reduce(0, +)
    let weights = bell.map { Float($0 / total) }
    return with(blurredRows(weights, reach)).blurredColumns(weights, reach)
  }

  private func blurredRows(_ weights: [Float], _ reach: Int) -> [Float] {
    var result = [Float](repeating: 0, count: values.count)
    for y in 0..<height {
      for x in 0..<width {
        var sum: Float = 0
        for offset in max(-reach, -x)...min(reach, width - 1 - x) {
          sum += values[y * width + x + offset] * weights[offset + reach]
        }
        result[y * width + x] = sum
      }
    }
    return result
  }

  private func blurredColumns(_ weights: [Float], _ reach: Int) -> CoverageMask {
    var result = [Float](repeating: 0, count: values.count)
    for y in 0..<height {
      for offset in max(-reach, -y)...min(reach, height - 1 - y) {
        let weight = weights[offset + reach]
        for x in 0..<width { result[y * width + x] += values[(y + offset) * width + x] * weight }
      }
    }
    return with(result)
  }
}
