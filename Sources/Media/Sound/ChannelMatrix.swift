/// How much of each channel of a source each channel of the canvas gets.
///
/// Down-mixing follows ITU-R BS.775, not normalised: the centre and each surround go to left and right at √½, a single
/// surround at half; low frequencies are left out. One channel is √½ of what two would be. Up-mixing invents nothing: a
/// channel goes where it belongs and the others stay silent, except that one channel alone goes to both sides at 1.
package struct ChannelMatrix: Hashable, Sendable {
  /// By channel of the canvas and channel of the source.
  package let gains: [[Double]]

  static func identity(_ count: Int) -> ChannelMatrix {
    ChannelMatrix(gains: (0..<count).map { row in (0..<count).map { $0 == row ? 1 : 0 } })
  }

  private init(gains: [[Double]]) { self.gains = gains }

  package init(from source: [ChannelPlace], to count: Int) {
    // Two channels are two sides, whatever they are called.
    if source.count == count && count <= 2 {
      self = .identity(count)
    } else if source.count == 1 && count == 2 {
      self.init(gains: [[1], [1]])
    } else {
      let columns = source.map { place in
        count <= 2
          ? ChannelMatrix.folded(place, to: count)
          : ChannelMatrix.spread(place, to: ChannelPlace.places(ofCanvasWith: count), among: source)
      }
      self.init(gains: (0..<count).map { row in columns.map { $0[row] } })
    }
  }

  private static let half = 0.5.squareRoot()

  private static func folded(_ place: ChannelPlace, to count: Int) -> [Double] {
    let (left, right) =
      switch place {
      case .left: (1.0, 0.0)
      case .right: (0.0, 1.0)
      case .center, .other: (half, half)
      case .sideLeft, .backLeft: (half, 0.0)
      case .sideRight, .backRight: (0.0, half)
      case .backCenter: (0.5, 0.5)
      case .lowFrequencies: (0.0, 0.0)
      }
    return count == 2 ? [left, right] : [half * (left + right)]
  }

  /// Every channel has its place; where the canvas or the source has one pair of surrounds, that is theirs.
  private static func spread(
    _ place: ChannelPlace, to places: [ChannelPlace], among source: [ChannelPlace]
  ) -> [Double] {
    let hasOnePair = !source.contains(.sideLeft) && !source.contains(.sideRight)
    let isNarrow = !places.contains(.backLeft)
    func column(_ goals: [ChannelPlace], _ gain: Double = 1) -> [Double] {
      places.map { goals.contains($0) ? gain : 0 }
    }
    switch place {
    case .backLeft where hasOnePair || isNarrow: return column([.sideLeft])
    case .backRight where hasOnePair || isNarrow: return column([.sideRight])
    case .backCenter: return column(isNarrow ? [.sideLeft, .sideRight] : [.backLeft, .backRight], half)
    case .other: return column([.left, .right], half)
    default: return column([place])
    }
  }

  package var isIdentity: Bool {
    gains.indices.allSatisfy { row in
      gains[row].count == gains.count && gains[row].indices.allSatisfy { gains[row][$0] == ($0 == row ? 1 : 0) }
    }
  }

  func apply(to planes: [[Float]]) -> [[Float]] {
    gains.map { row in
      var sum = [Float](repeating: 0, count: planes[0].count)
      for (channel, gain) in row.enumerated() where gain != 0 {
        if gain == 1 {
          for index in sum.indices { sum[index] += planes[channel][index] }
        } else {
          let factor = Float(gain)
          for index in sum.indices { sum[index] += planes[channel][index] * factor }
        }
      }
      return sum
    }
  }
}
